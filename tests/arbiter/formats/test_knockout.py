"""Knockouts: the folded draw, byes, best-of, the bracket to its end, and groups kept apart."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import permutations

import pytest

from arbiter.errors import FieldSizeError, ResultError, UndecidedError
from arbiter.formats.knockout import Match, draw, first_round, fold, losers, next_round, winner


def test_the_fold_keeps_the_best_apart_as_long_as_possible() -> None:
    assert fold(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert fold(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)
    with pytest.raises(FieldSizeError, match="1, 2, 4, 8"):
        fold(6)


@pytest.mark.parametrize("players", range(2, 70))
def test_if_no_lower_seed_wins_the_seeds_fall_in_order(players: int) -> None:
    seeds = list(range(1, players + 1))
    matches = first_round(seeds)
    assert sorted(p for m in matches for p in (m.one, m.other) if p) == seeds
    byes = [match.one for match in matches if match.other is None]
    assert sorted(byes) == seeds[: 2 * len(matches) - players]  # the best have the byes
    alive = players
    while matches:
        winners = [min(match.one, match.other or match.one) for match in matches]
        assert sorted(winners) == list(range(1, len(matches) + 1))
        alive -= len(losers(matches, winners))
        assert alive == len(matches)
        matches = next_round(matches, winners, seeds)
    assert alive == 1


def test_whoever_wins_one_player_is_left() -> None:
    chance = random.Random(4)
    for players in range(2, 40):
        seeds = chance.sample(range(100, 200), players)
        matches = first_round(seeds)
        out: list[int] = []
        while True:
            winners = [m.one if m.other is None or chance.random() < 0.5 else m.other for m in matches]
            out += losers(matches, winners)
            if len(matches) == 1:
                break
            matches = next_round(matches, winners, seeds)
        assert sorted([*out, *winners]) == sorted(seeds)


def test_players_of_one_group_do_not_meet_at_once_where_that_can_be() -> None:
    for groups in range(2, 9):
        seeds = [10 * group + rank for rank in (1, 2) for group in range(1, groups + 1)]
        home = {player: player // 10 for player in seeds}
        for one, other in draw(seeds, home):
            assert other is None or home[one or 0] != home[other]
    crowded = {player: player <= 3 for player in range(1, 5)}  # three of four from one group: one such match remains
    assert sum(crowded[one or 0] == crowded[other or 0] for one, other in draw([1, 2, 3, 4], crowded)) == 1
    free = {1: 1, 2: 2, 3: 2, 4: 1}
    assert draw([1, 2, 3, 4], free) == ((1, 3), (2, 4))


def test_only_as_many_move_as_have_to() -> None:
    seeds = list(range(1, 9))
    assert draw(seeds, dict.fromkeys(seeds, 0) | {1: 1, 8: 1, 2: 2, 3: 3, 4: 4}) == ((1, 7), (4, 5), (2, 8), (3, 6))
    assert draw(seeds, {player: player for player in seeds}) == draw(seeds)


def cost_of(played: Sequence[tuple[int, int]], size: int, home: Mapping[int, int]) -> tuple[int, int, int]:
    """Matches inside a group, players not where the fold has them, and how many seeds they are away from it."""
    ways = [abs(one + other - size - 1) for one, other in played]
    clashes = sum(home.get(one, -one) == home.get(other, -other) for one, other in played)
    return clashes, sum(way > 0 for way in ways), sum(ways)


def test_no_other_arrangement_of_the_lower_seeds_has_fewer_clashes_or_moves_or_shorter_ways() -> None:
    """All arrangements tried: random groups, some players without one, fields of 2 to 13."""
    chance = random.Random(5)
    moved = 0
    for _ in range(500):
        players = chance.choice((*range(2, 12), 13))
        seeds = range(1, players + 1)
        home = {seed: chance.randrange(chance.randint(1, 5)) for seed in seeds if chance.random() < 0.9}
        found = draw(seeds, home)
        size = 2 * len(found)
        lowers = range(size // 2 + 1, players + 1)
        uppers = [size + 1 - lower for lower in lowers]
        played = [(one, other) for one, other in found if one is not None and other is not None]
        assert [one for one, _ in found] == [one for one, _ in draw(seeds)]
        assert sorted(one for one, _ in played) == sorted(uppers)
        assert sorted(other for _, other in played) == list(lowers)
        best = min(cost_of(list(zip(uppers, way, strict=True)), size, home) for way in permutations(lowers))
        assert cost_of(played, size, home) == best
        moved += best[1] > 0
    assert moved > 100


def test_an_unavoidable_clash_moves_nobody() -> None:
    assert draw([1, 2, 3, 4], {1: 2, 2: 2, 3: 3, 4: 2}) == ((1, 4), (2, 3))


def test_two_change_places_where_that_is_enough() -> None:
    home = {1: 2, 2: 2, 3: 1, 4: 0, 5: 3, 6: 2, 7: 2}
    assert draw(range(1, 8), home) == ((1, None), (4, 7), (2, 5), (3, 6))


def test_a_large_field_of_few_groups_is_drawn_in_good_time() -> None:
    seeds = range(1, 257)
    home = {seed: seed * seed % 7 for seed in seeds}
    assert not any(home[one] == home[other] for one, other in draw(seeds, home) if one and other)


def test_a_match_is_won_when_the_other_can_no_longer_catch_up() -> None:
    match = Match(3, 9)
    assert winner(match, [], 3) is None
    assert winner(match, [3], 3) is None
    assert winner(match, [3, 3], 3) == 3
    assert winner(match, [3, 9, None], 3) is None  # equal after all games: extra games
    assert winner(match, [3, 9, None, None, 9], 3) == 9
    assert winner(match, [None, None, 3], 3) == 3
    assert winner(match, [None, None], 3) is None
    assert winner(match, [3], 1) == 3
    assert winner(Match(5, None), [], 7) == 5
    assert [match.starter(game) for game in (1, 2, 3)] == [3, 9, 3]


def test_what_cannot_be_is_refused() -> None:
    match = Match(3, 9)
    with pytest.raises(ResultError, match="was decided after 2 games"):
        winner(match, [3, 3, 9], 3)
    with pytest.raises(ResultError, match="is not in the match of players"):
        winner(match, [4], 3)
    with pytest.raises(ResultError, match="odd number"):
        winner(match, [], 2)
    with pytest.raises(UndecidedError, match="the round is not finished"):
        next_round(first_round([1, 2, 3, 4]), [1], [1, 2, 3, 4])
    with pytest.raises(ResultError, match="is not in the match of players"):
        next_round(first_round([1, 2, 3, 4]), [2, 1], [1, 2, 3, 4])
    with pytest.raises(FieldSizeError, match="at least two"):
        first_round([1])


def test_a_winner_who_is_not_among_the_seeds_is_refused() -> None:
    matches = first_round([1, 2, 3, 4])
    with pytest.raises(ResultError, match="Player 4 won a match but is not in the seed list") as refusal:
        next_round(matches, [4, 2], [1, 2, 3])
    assert refusal.value.code == "format_result"
    assert next_round(matches, [4, 2], [1, 2, 3, 4]) == (Match(2, 4),)
    with pytest.raises(ResultError, match="Player 1 won"):
        next_round([Match(1, 2)], [1], [])


def test_losers_are_told_only_when_each_match_has_a_winner_who_played_it() -> None:
    matches = first_round([1, 2, 3, 4])
    assert losers(matches, [4, 2]) == (1, 3)
    with pytest.raises(ResultError, match="Player 9 is not in the match of players 1, 4"):
        losers(matches, [9, 9])
    with pytest.raises(ResultError, match="Player 9 is not in the match of players 5"):
        losers([Match(5, None)], [9])
    for winners in ([], [1], [1, 2, 3]):
        with pytest.raises(UndecidedError, match="the round is not finished"):
            losers(matches, winners)
