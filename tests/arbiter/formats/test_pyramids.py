"""Leagues of any shape: the exchange balances, and levels open and close at the bottom."""

from __future__ import annotations

import random

import pytest

from arbiter.errors import LeagueBalanceError
from arbiter.formats.leagues import (
    SMALLEST,
    Level,
    Move,
    NextSeason,
    Season,
    Shape,
    exchange_for,
    group_sizes,
    next_season,
    part,
    reshaped,
)
from arbiter.schedules.catalogue import GROUP_SIZES
from tests.arbiter.formats.test_leagues import pyramid


def level(*sizes: int, first: int = 1) -> Level:
    """Groups of these sizes, players numbered on from the first."""
    numbers = iter(range(first, first + sum(sizes)))
    return tuple(tuple(next(numbers) for _ in range(size)) for size in sizes)


def test_a_pyramid_that_balances_exchanges_all_that_is_wished() -> None:
    for levels in (2, 3, 4):
        assert exchange_for(pyramid(levels)) == tuple(2**number for number in range(1, levels))


def test_where_wishes_differ_the_smaller_one_holds() -> None:
    assert exchange_for([level(7), level(7, 7, 7, first=101)]) == (2,)
    assert exchange_for([level(7, 7), level(7, first=101)]) == (1,)
    assert exchange_for([level(5), level(6, first=101)], up=4, down=4) == (1,)  # a third of five
    assert exchange_for([level(8)]) == ()


def test_any_pyramid_has_its_season_turned() -> None:
    chance = random.Random(7)
    for _ in range(200):
        levels = [
            level(*(chance.randint(5, 10) for _ in range(chance.randint(1, 5))), first=1000 * number)
            for number in range(1, chance.randint(2, 6))
        ]
        exchange = exchange_for(levels, up=chance.randint(1, 3), down=chance.randint(1, 3))
        assert all(count >= 1 for count in exchange)
        turned = next_season(Season(tuple(levels), exchange))
        assert [len(players) for players in turned.levels] == [sum(map(len, groups)) for groups in levels]
        for number, count in enumerate(exchange):
            came = {player for player in turned.levels[number] if turned.moves[player] is Move.UP}
            assert len(came) == count


def test_levels_too_small_to_exchange_anybody_and_wishes_of_nobody_are_refused() -> None:
    with pytest.raises(LeagueBalanceError) as caught:
        exchange_for([level(7), level(2, first=101)])
    assert (caught.value.code, caught.value.sentence) == (
        "league_balance",
        "Divisions 1 and 2 are too small to exchange players. Close one of them.",
    )
    with pytest.raises(LeagueBalanceError, match="not 0 and 2"):
        exchange_for([level(7), level(7, first=101)], up=0)


def season(*sizes: int, new: int = 0) -> NextSeason:
    """Levels of so many players, of whom the last `new` of the lowest level come anew."""
    numbers = iter(range(1, sum(sizes) + 1))
    levels = tuple(tuple(next(numbers) for _ in range(size)) for size in sizes)
    moves = dict.fromkeys(range(1, sum(sizes) + 1), Move.STAYS)
    return NextSeason(levels, moves | dict.fromkeys(levels[-1][len(levels[-1]) - new :], Move.NEW))


def sizes_of(found: NextSeason) -> list[int]:
    return [len(players) for players in found.levels]


def test_a_lowest_level_with_a_group_too_many_opens_a_level_below() -> None:
    assert sizes_of(reshaped(season(7, 14 + 4))) == [7, 18]
    opened = reshaped(season(7, 14 + 5, new=2))
    assert sizes_of(opened) == [7, 14, 5]
    assert opened.levels[2] == (22, 23, 24, 25, 26)
    assert [opened.moves[player] for player in opened.levels[2]] == [Move.OPENED] * 3 + [Move.NEW] * 2
    assert sizes_of(reshaped(season(7 + 14 + 28 + 5))) == [7, 14, 28, 5]
    assert sizes_of(reshaped(season(50), Shape(growth=1))) == [7] * 6 + [8]


def test_a_lowest_level_that_fills_no_group_is_closed() -> None:
    closed = reshaped(season(7, 14, 4, new=1))
    assert sizes_of(closed) == [7, 18]
    assert [closed.moves[player] for player in closed.levels[1][-4:]] == [Move.JOINED] * 3 + [Move.NEW]
    assert sizes_of(reshaped(season(3))) == [3]


def test_an_upper_level_that_fills_no_group_takes_the_first_of_those_below() -> None:
    assert sizes_of(reshaped(season(7, 3, 4))) == [7, 7]
    assert sizes_of(reshaped(season(0, 14, 7))) == [7, 7, 7]
    assert sizes_of(reshaped(season(2, 1, 1, 40))) == [7, 14, 23]
    filled = reshaped(season(4, 8, new=8))
    assert filled.levels == (tuple(range(1, 8)), (8, 9, 10, 11, 12))
    assert {filled.moves[player] for player in range(5, 13)} == {Move.NEW}


def test_what_became_of_those_who_fill_a_level_is_told_from_where_they_were() -> None:
    played = (level(7), level(5, first=101))
    coming = Season(played, (1,), leaving=frozenset({1, 2, 4, 101}), inactive=frozenset({5, 6, 7, 102, 103, 104, 105}))
    turned = next_season(coming)
    assert [len(players) for players in turned.levels] == [1, 7]
    found = reshaped(turned, before=played)
    assert (sizes_of(found), found.levels[0][0]) == ([8], 3)
    assert {player: found.moves[player] for player in (3, 5, 102, 105)} == {
        3: Move.STAYS,
        5: Move.KEPT,
        102: Move.FILLS,
        105: Move.JOINED,
    }


MOVES = {-1: {Move.UP, Move.FILLS, Move.JOINED}, 0: {Move.STAYS, Move.KEPT}, 1: {Move.DOWN, Move.OPENED}}
"""Why somebody plays on a higher level, on the same and on a lower one."""


@pytest.mark.parametrize("wished", [5, 7, 10])
def test_any_five_players_start_any_season(wished: int) -> None:
    """Leagues over many seasons, in which each time anybody may stay away, idle or come."""
    chance, short = random.Random(wished), 0
    for _ in range(60):
        everybody, levels = 0, tuple[Level, ...]()
        for _season in range(12):
            players = {player for groups in levels for group in groups for player in group}
            gone = {player for player in players if chance.random() < chance.choice((0.05, 0.3, 0.9))}
            idle = {player for player in players - gone if chance.random() < chance.choice((0, 0.1, 1))}
            least = max(0, 5 - len(players - gone))
            coming = range(everybody, everybody := everybody + least + chance.choice((0, 1, 4, 9, 40)))
            if levels:
                ends = Season(levels, exchange_for(levels), frozenset(gone), frozenset(idle), tuple(coming))
                turned = next_season(ends)
            else:
                turned = NextSeason((tuple(coming),), dict.fromkeys(coming, Move.NEW))
            short += min(map(len, turned.levels[:-1]), default=SMALLEST) < SMALLEST
            found = reshaped(turned, Shape(group=wished), levels)

            in_order = [player for members in found.levels for player in members]
            assert in_order == [player for members in turned.levels for player in members], "nobody passes another"
            assert sorted(in_order) == sorted((players - gone) | set(coming)), "nobody is lost or doubled"
            home = {player: number for number, groups in enumerate(levels) for group in groups for player in group}
            for number, members in enumerate(found.levels):
                for player in members:
                    turn = home.get(player)
                    why = {Move.NEW} if turn is None else MOVES[(number > turn) - (number < turn)]
                    assert found.moves[player] in why
            sizes = [group_sizes(len(members), wished) for members in found.levels]
            assert {size for of_level in sizes for size in of_level} <= set(GROUP_SIZES)
            dealt = [part(members, of_level) for members, of_level in zip(found.levels, sizes, strict=True)]
            levels = tuple(tuple(tuple(chance.sample(one, len(one))) for one in groups) for groups in dealt)
    assert short > 100


def test_nobody_is_lost_and_no_level_but_a_lone_one_is_too_small() -> None:
    chance = random.Random(3)
    for _ in range(300):
        before = season(*(chance.randint(0, 40) for _ in range(chance.randint(1, 5))))
        found = reshaped(before)
        assert sorted(p for players in found.levels for p in players) == sorted(before.moves)
        assert min(sizes_of(found)) >= SMALLEST or len(found.levels) == 1
        assert sizes_of(reshaped(found)) == sizes_of(found)
