"""Leagues of any shape: the exchange balances, and levels open and close at the bottom."""

from __future__ import annotations

import random

import pytest

from tests.tournaments.formats.test_leagues import pyramid
from tournaments.errors import LeagueBalanceError
from tournaments.formats.leagues import Level, Move, NextSeason, Season, exchange_of, next_season
from tournaments.formats.pyramids import SMALLEST, Shape, exchange_for, reshaped


def level(*sizes: int, first: int = 1) -> Level:
    """Groups of these sizes, players numbered on from the first."""
    numbers = iter(range(first, first + sum(sizes)))
    return tuple(tuple(next(numbers) for _ in range(size)) for size in sizes)


def test_a_pyramid_that_balances_exchanges_as_before() -> None:
    for levels in (2, 3, 4):
        assert exchange_for(pyramid(levels)) == exchange_of(pyramid(levels), up=1, down=2)


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
        "Levels 1 and 2 are too small to exchange anybody; close one of them.",
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
    assert sizes_of(reshaped(season(7, 3, 4))) == [7, 7]
    assert sizes_of(reshaped(season(3))) == [3]


def test_nobody_is_lost_and_no_level_but_a_lone_one_is_too_small() -> None:
    chance = random.Random(3)
    for _ in range(300):
        before = season(*(chance.randint(0, 40) for _ in range(chance.randint(1, 5))))
        found = reshaped(before)
        assert sorted(p for players in found.levels for p in players) == sorted(before.moves)
        assert len(found.levels[-1]) >= SMALLEST or len(found.levels) == 1
        assert sizes_of(reshaped(found)) == sizes_of(found)
