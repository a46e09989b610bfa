"""Whole tournaments, paired and played out by chance: what must hold in every one of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from arbiter.errors import NoLegalPairing
from arbiter.pairing.dutch.field import DutchPlayer, Field, Past, entrants_of
from arbiter.pairing.dutch.rounds import Pairing, pair_round
from arbiter.pairing.violations import Colour

WIN, DRAW = 10, 5


def played(field: Field, pairing: Pairing, chance: Random) -> Field:
    """The field after a round with random results, forfeits and, for the next round, absences."""
    past = {number: Past(points=chance.choice([0, DRAW])) for number in field.absent}
    for white, black in pairing.pairs:
        points = chance.choice([0, DRAW, WIN])
        is_played = points == DRAW or chance.random() < 0.95
        past[white] = Past(points, black, Colour.WHITE, is_played)
        past[black] = Past(WIN - points, white, Colour.BLACK, is_played)
    if pairing.bye is not None:
        past[pairing.bye] = Past(WIN, bye=True)
    players = tuple(replace(player, past=(*player.past, past[player.number])) for player in field.players)
    absent = frozenset(player.number for player in players if chance.random() < 0.05)
    return replace(field, players=players, absent=absent)


def tournament(size: int, rounds: int, chance: Random) -> list[tuple[Field, Pairing]]:
    """A tournament until its end, or until no legal pairing is left in a field that is too small."""
    field = Field(tuple(DutchPlayer(number) for number in range(1, size + 1)), rounds, chance.choice(list(Colour)))
    story = []
    for _ in range(rounds):
        try:
            pairing = pair_round(field)
        except NoLegalPairing:
            break
        story.append((field, pairing))
        field = played(field, pairing, chance)
    return story


STORIES = [(size, rounds) for size in (2, 3, 5, 8, 13, 20, 31, 48) for rounds in (4, 9)]


@pytest.mark.parametrize(("size", "rounds"), STORIES)
def test_everybody_there_is_paired_once_and_nobody_meets_twice(size: int, rounds: int) -> None:
    """C1, and 1.9: complete pairings."""
    for seed in range(4):
        for field, pairing in tournament(size, rounds, Random(seed)):
            here = sorted(player.number for player in field.players if player.number not in field.absent)
            seated = [number for pair in pairing.pairs for number in pair]
            assert sorted(seated + ([] if pairing.bye is None else [pairing.bye])) == here
            past = {(player.number, game.opponent) for player in field.players for game in player.past if game.played}
            assert not past.intersection(pairing.pairs)


@pytest.mark.parametrize(("size", "rounds"), STORIES)
def test_one_bye_a_player_and_none_after_a_win_without_playing(size: int, rounds: int) -> None:
    """C2."""
    for seed in range(4):
        for field, pairing in tournament(size, rounds, Random(seed)):
            if pairing.bye is not None:
                player = next(player for player in field.players if player.number == pairing.bye)
                assert not any(past.bye or (past.points >= WIN and not past.played) for past in player.past)


@pytest.mark.parametrize(("size", "rounds"), STORIES)
def test_colours_stay_within_limits_before_the_last_round(size: int, rounds: int) -> None:
    """C3: a difference of 2 at most and never three in a row, topscorers in the last round excepted."""
    for seed in range(4):
        for field, pairing in tournament(size, rounds, Random(seed)):
            entrants = {entrant.number: entrant for entrant in entrants_of(field)}
            for pair in pairing.pairs:
                if any(entrants[number].is_topscorer for number in pair):
                    assert field.done + 1 == field.rounds
                    continue
                for number, colour in zip(pair, Colour, strict=True):
                    colours = (*entrants[number].colours, colour)
                    assert abs(2 * colours.count(Colour.WHITE) - len(colours)) <= 2
                    assert len(colours) < 3 or len(set(colours[-3:])) > 1


def test_the_same_field_gives_the_same_pairing_in_any_order_of_its_players() -> None:
    for field, pairing in tournament(31, 9, Random(5)):
        players = list(field.players)
        Random(7).shuffle(players)
        again = pair_round(replace(field, players=tuple(players)))
        assert (again.pairs, again.bye) == (pairing.pairs, pairing.bye)


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (16, ((1, 9), (10, 2), (3, 11), (12, 4), (5, 13), (14, 6), (7, 15), (16, 8))),
        (5, ((1, 3), (4, 2))),
        (2, ((1, 2),)),
        (1, ()),
        (0, ()),
    ],
)
def test_the_first_round_pairs_the_upper_half_with_the_lower(size: int, expected: tuple[tuple[int, int], ...]) -> None:
    pairing = pair_round(Field(tuple(DutchPlayer(number) for number in range(1, size + 1)), rounds=5))
    assert pairing.pairs == expected
    assert pairing.bye == (size if size % 2 else None)


def test_a_player_who_had_the_bye_and_is_alone_cannot_be_paired() -> None:
    with pytest.raises(NoLegalPairing, match="nobody may have another bye"):
        pair_round(Field((DutchPlayer(1, (Past(WIN, bye=True),)),), rounds=5))


def test_a_field_of_300_with_few_rounds_is_paired_to_the_end() -> None:
    """Every round of a large field, with brackets of a hundred and more."""
    assert len(tournament(300, 5, Random(3))) == 5
