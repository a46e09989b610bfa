"""Fields from rows are those of the file, rounds that a field can bear, and the fallback where there is no pairing."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from arbiter.errors import FieldError, NoLegalPairing
from arbiter.pairing.__main__ import text_of
from arbiter.pairing.dutch.field import DutchPlayer, Field, Past
from arbiter.pairing.dutch.legal import Bearing, reach
from arbiter.pairing.dutch.rounds import pair_or_fall_back, pair_round
from arbiter.pairing.rows import Free, Pair, Rest, Sat, field_of_pairs, field_of_tables
from arbiter.pairing.tables.field import match_points
from arbiter.pairing.tables.rounds import pair_tables
from arbiter.pairing.trf.document import read
from arbiter.pairing.trf.tournament import TrfTournament
from arbiter.pairing.violations import Colour
from tests.arbiter.tables.tournaments import SimulatedTournament

DUTCH = Path(__file__).resolve().parent.parent / "data" / "dutch"


@pytest.mark.parametrize("name", ["swiss_020_1201.trf", "swiss_021_1301.trf", "swiss_008_1001.trf"])
def test_a_field_from_rows_is_the_field_of_the_file(name: str) -> None:
    trf = TrfTournament(read(text_of(DUTCH / name)))
    for number in range(1, trf.paired_rounds + 1):
        field = trf.before(number)
        rows = [(player.number, index, past) for player in field.players for index, past in enumerate(player.past, 1)]
        theirs = {(player, index): past.points for player, index, past in rows}
        games = [
            Pair(index, player, past.opponent, past.points, theirs[past.opponent, index], past.played)
            for player, index, past in rows
            if past.opponent and past.colour is Colour.WHITE
        ]
        free = [Free(i, player, past.points, past.bye) for player, i, past in rows if not past.opponent and past.points]
        entries = [player.number for player in field.players][::-1]
        made = field_of_pairs(
            entries, number - 1, games, free, rounds=field.rounds, initial=field.initial, absent=field.absent
        )
        assert made == replace(field, least_win=None)  # as with every win alike


def test_a_field_of_tables_from_rows_is_the_one_that_was_played() -> None:
    tournament, chance = SimulatedTournament(13, seed=4), random.Random(4)
    tournament.sizes = replace(tournament.sizes, allowed=frozenset({4}))
    sat: list[Sat] = []
    rests: list[Rest] = []
    for number in range(1, 4):
        found = pair_tables(tournament.field())
        for table in found.tables:
            places = tuple(chance.sample(range(1, len(table) + 1), len(table)))
            sat.append(Sat(number, table, places))
            tournament.past.append(table)
            for player, won in zip(table, match_points(places), strict=True):
                tournament.points[player] += won
        for player in found.byes:
            rests.append(Rest(number, player, Fraction(1, 2), bye=True))
            tournament.byes[player] += 1
            tournament.points[player] += Fraction(1, 2)
        made = field_of_tables(
            range(1, 14), number, sat[::-1], rests, absent=frozenset({3}), sizes=tournament.sizes, seed=tournament.seed
        )
        played = tournament.field(absent=frozenset({3}))
        assert replace(made, past=()) == replace(played, past=())
        assert sorted(made.past) == sorted(played.past)
        assert pair_tables(made) == pair_tables(played)


@pytest.mark.parametrize(
    ("games", "free", "reason"),
    [
        ([Pair(1, 1, 2, 10, 0)], [Free(1, 2)], "Player 2 has two records for round 1"),
        ([Pair(3, 1, 2, 10, 0)], [], "record for round 3, but only rounds 1 to 2 are finished"),
        ([Pair(1, 1, 9, 10, 0)], [], "names unregistered player 9"),
        ([], [Free(0, 2)], "record for round 0"),
    ],
)
def test_rows_that_contradict_each_other_are_refused(games: list[Pair], free: list[Free], reason: str) -> None:
    with pytest.raises(FieldError, match=reason):
        field_of_pairs((1, 2, 3), 2, games, free, rounds=5)


def test_rows_of_tables_that_contradict_each_other_are_refused() -> None:
    for sat, reason in (
        ([Sat(1, (1, 2, 3), (1, 2))], "3 players but 2 places"),
        ([Sat(1, (1, 2, 3), (1, 2, 3)), Sat(1, (3, 4, 5), (1, 2, 3))], "Player 3 has two records for round 1"),
        ([Sat(2, (1, 2, 3), (1, 2, 3))], "record for round 2, but only rounds 1 to 1"),
        ([Sat(1, (1, 2, 33), (1, 2, 3))], "names unregistered player 33"),
        ([Sat(1, (1, 2, 3), (1, 1, 1, 4)[:3])], None),
        ([Sat(1, (1, 2, 3), (1, 3, 3))], "are not a valid ranking"),
    ):
        if reason is None:
            assert field_of_tables(range(1, 7), 1, sat).players[0].points == Fraction(1, 2)
            continue
        with pytest.raises(FieldError, match=reason):
            field_of_tables(range(1, 7), 1, sat)


def test_what_a_field_can_bear_is_told_before_it_opens() -> None:
    asked = [reach(8, rounds).bearing for rounds in range(1, 9)]
    assert asked == [Bearing.SAFE] * 4 + [Bearing.RISKY] * 3 + [Bearing.IMPOSSIBLE]
    found = reach(7, 9)
    assert (found.bearing, found.safe, found.round_robin) == (Bearing.IMPOSSIBLE, 3, 7)
    assert reach(2, 1).bearing is Bearing.SAFE
    for players, rounds in ((1, 1), (8, 0)):
        with pytest.raises(FieldError, match="A Swiss needs at least two players and one round, not"):
            reach(players, rounds)


def played_on(size: int, seed: int, rounds: int) -> tuple[list[bool], Field]:
    """Whether each round was paired by the rules, results by lot, and the field after them all."""
    chance = random.Random(seed)
    past: dict[int, list[Past]] = {number: [] for number in range(1, size + 1)}

    def field() -> Field:
        return Field(tuple(DutchPlayer(number, tuple(rows)) for number, rows in past.items()), rounds + 1)

    by_rules = []
    for _ in range(rounds):
        found = pair_or_fall_back(field())
        try:
            strict = pair_round(field())
            assert (strict.pairs, strict.bye, ()) == (found.pairs, found.bye, found.broken)
        except NoLegalPairing:
            assert found.broken
        by_rules.append(not found.broken)
        assert sorted([n for pair in found.pairs for n in pair] + [found.bye] * bool(found.bye)) == sorted(past)
        for white, black in found.pairs:
            points = chance.choice((0, 5, 10))
            past[white].append(Past(points, black, Colour.WHITE, played=True))
            past[black].append(Past(10 - points, white, Colour.BLACK, played=True))
        if found.bye:
            past[found.bye].append(Past(10, bye=True))
    return by_rules, field()


@pytest.mark.parametrize("size", [4, 5, 6, 9, 10])
def test_rounds_that_are_safe_are_always_paired_by_the_rules(size: int) -> None:
    for seed in range(12):
        by_rules, _ = played_on(size, seed, reach(size, 1).safe)
        assert all(by_rules)


@pytest.mark.parametrize("size", [5, 6])
def test_where_the_rules_have_no_pairing_the_one_that_breaks_least_is_taken(size: int) -> None:
    """More rounds than there are opponents: everybody goes on playing, and what is broken is named."""
    stuck = 0
    for seed in range(6):
        by_rules, after = played_on(size, seed, size + 1)
        stuck += by_rules.count(False)
        last = pair_or_fall_back(after)
        assert {one.code for one in last.broken} <= {"rematch", "bye_again", "colour_clash", "colour_absolute"}
    assert stuck >= 6


def test_people_kept_apart_meet_not_even_then() -> None:
    both = Past(5, 2, Colour.WHITE, played=True), Past(5, 1, Colour.BLACK, played=True)
    field = Field((DutchPlayer(1, (both[0],)), DutchPlayer(2, (both[1],))), 3)
    assert pair_or_fall_back(field).pairs in (((1, 2),), ((2, 1),))
    assert [one.code for one in pair_or_fall_back(field).broken] == ["rematch"]
    with pytest.raises(NoLegalPairing, match="kept apart"):
        pair_or_fall_back(replace(field, forbidden=frozenset({(1, 2)})))
