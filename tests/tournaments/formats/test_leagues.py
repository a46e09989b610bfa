"""Leagues: places are conserved whatever leaves, idles and comes; points, schedules and withdrawals of a season."""

from __future__ import annotations

import random
import time
from collections import Counter
from fractions import Fraction

import pytest

from tournaments.formats.errors import FieldSizeError, LeagueBalanceError, ResultError
from tournaments.formats.leagues import Level, Move, Season, exchange_of, next_season
from tournaments.formats.seasons import Withdrawal, group_sizes, league_points, part, season_tables, withdrawal


def pyramid(levels: int, size: int = 7) -> tuple[Level, ...]:
    """1, 2, 4, … groups; player 213 is third of the second group on the second level from the top, counted from 1."""
    return tuple(
        tuple(
            tuple(1000 * (level + 1) + 10 * group + place for place in range(1, size + 1))
            for group in range(1, 2**level + 1)
        )
        for level in range(levels)
    )


def test_one_up_and_two_down_balance_where_each_level_has_twice_the_groups() -> None:
    assert exchange_of(pyramid(4), up=1, down=2) == (2, 4, 8)
    with pytest.raises(LeagueBalanceError, match="2 would go up and 1 down"):
        exchange_of(pyramid(3), up=1, down=1)


def test_winners_go_up_and_the_last_go_down() -> None:
    levels = pyramid(3)
    found = next_season(Season(levels, exchange_of(levels, up=1, down=2)))
    assert [len(level) for level in found.levels] == [7, 14, 28]
    assert {p for p, move in found.moves.items() if move is Move.UP} == {2011, 2021, 3011, 3021, 3031, 3041}
    assert {p for p, move in found.moves.items() if move is Move.DOWN} == {1016, 1017, 2016, 2017, 2026, 2027}
    assert found.levels[0] == (1011, 1012, 1013, 1014, 1015, 2011, 2021)


def test_a_vacancy_goes_to_who_just_missed_then_to_the_relegated() -> None:
    levels = pyramid(2)
    one = next_season(Season(levels, (2,), leaving=frozenset({1013})))
    assert one.moves[2012] is Move.FILLS
    assert 2012 in one.levels[0]
    three = next_season(Season(levels, (2,), leaving=frozenset({1013, 1012, 1014})))
    assert {p for p, move in three.moves.items() if move is Move.FILLS} == {2012, 2022}
    assert {p for p, move in three.moves.items() if move is Move.KEPT} == {1016}
    assert {p for p, move in three.moves.items() if move is Move.DOWN} == {1017}
    assert len(three.levels[0]) == 7


def test_who_leaves_is_not_promoted_and_who_is_inactive_goes_down() -> None:
    levels = pyramid(2)
    found = next_season(Season(levels, (2,), leaving=frozenset({2011}), inactive=frozenset({1011, 2021})))
    assert found.moves[2012] is Move.UP
    assert found.moves[2022] is Move.UP
    assert found.moves[1011] is Move.DOWN
    assert found.moves[1017] is Move.DOWN
    assert found.moves[1016] is Move.STAYS
    assert found.moves[2021] is Move.STAYS
    leaver = next_season(Season(levels, (2,), leaving=frozenset({1017})))
    assert leaver.moves[1016] is Move.DOWN
    assert leaver.moves[1015] is Move.STAYS


def test_equal_ranks_are_compared_across_groups() -> None:
    levels = pyramid(2)
    found = next_season(Season(levels, (1,), better=lambda player: (player,)))
    assert {p for p, move in found.moves.items() if move is Move.UP} == {2021}
    plain = next_season(Season(levels, (1,)))
    assert {p for p, move in plain.moves.items() if move is Move.UP} == {2011}


@pytest.mark.parametrize("seed", range(150))
def test_places_are_conserved(seed: int) -> None:
    """Everybody who has not left plays on exactly one level, levels keep their places, what goes up comes down."""
    chance = random.Random(seed)
    levels = pyramid(chance.randint(1, 4), chance.randint(6, 8))
    everybody = [p for level in levels for group in level for p in group]
    exchange = exchange_of(levels, up=1, down=2)
    leaving = frozenset(chance.sample(everybody, chance.randint(0, len(everybody) // 6)))
    inactive = frozenset(chance.sample(everybody, chance.randint(0, len(everybody) // 8))) - leaving
    entrants = tuple(range(9001, 9001 + chance.randint(0, 9)))
    found = next_season(Season(levels, exchange, leaving, inactive, entrants))
    seated = [p for level in found.levels for p in level]
    assert Counter(seated) == Counter([p for p in everybody if p not in leaving] + list(entrants))
    assert set(found.moves) == set(seated)
    home = {p: number for number, level in enumerate(levels) for group in level for p in group}
    new = {p: number for number, level in enumerate(found.levels) for p in level}
    for number, level in enumerate(levels[:-1]):
        places = sum(map(len, level))
        able = any(p not in inactive and found.moves[p] is not Move.DOWN for p in found.levels[number + 1])
        assert len(found.levels[number]) == places or not able
        left = sum(home[p] <= number for p in leaving)
        rose = sum(home.get(p, 99) > number >= new[p] for p in seated)
        fell = sum(home.get(p, -1) <= number < new[p] for p in seated if p in home)
        assert rose == fell + left or not able
    assert all(abs(new[p] - home[p]) <= 2 for p in seated if p in home)
    for player, move in found.moves.items():
        if move in (Move.UP, Move.FILLS):
            assert new[player] < home[player]
        elif move is Move.DOWN:
            assert new[player] == home[player] + 1
        elif move in (Move.STAYS, Move.KEPT):
            assert new[player] == home[player]
    assert not any(found.moves[p] in (Move.UP, Move.FILLS, Move.KEPT) for p in inactive)


def test_what_contradicts_itself_is_refused() -> None:
    levels = pyramid(2)
    with pytest.raises(ResultError, match="listed twice"):
        next_season(Season(levels, (2,), entrants=(1011,)))
    with pytest.raises(ResultError, match="plays in no group"):
        next_season(Season(levels, (2,), leaving=frozenset({5})))
    with pytest.raises(LeagueBalanceError, match="boundaries"):
        next_season(Season(levels, (2, 2)))
    with pytest.raises(LeagueBalanceError, match="cannot go up and down"):
        next_season(Season(levels, (8,)))


def test_points_of_a_table_are_shared_by_who_shares_a_place() -> None:
    assert league_points([1, 2, 3, 4]) == (10, 6, 3, 1)
    assert league_points([1, 2, 2, 4]) == (10, Fraction(9, 2), Fraction(9, 2), 1)
    assert league_points([3, 1, 2]) == (1, 10, 5)
    assert league_points([1, 1, 1, 1, 1]) == (Fraction(23, 5),) * 5
    with pytest.raises(ResultError, match="final places"):
        league_points([1, 2, 2, 3])


def test_the_stage_of_a_withdrawal_decides_what_becomes_of_the_games() -> None:
    assert withdrawal(0, 4) is Withdrawal.REPLACE
    assert withdrawal(1, 4) is Withdrawal.ANNUL
    assert withdrawal(2, 4) is Withdrawal.KEEP
    assert withdrawal(2, 5) is Withdrawal.ANNUL
    with pytest.raises(ResultError, match="cannot be finished"):
        withdrawal(5, 4)


def test_groups_are_of_seven_or_one_more_or_less() -> None:
    assert group_sizes(14) == (7, 7)
    assert group_sizes(15) == (7, 8)
    assert group_sizes(20) == (6, 7, 7)
    with pytest.raises(FieldSizeError, match="6 to 8"):
        group_sizes(11)
    for players in range(30, 300):
        sizes = group_sizes(players)
        assert sum(sizes) == players
        assert set(sizes) <= {6, 7, 8}
        dealt = part(range(players), sizes)
        assert sorted(p for group in dealt for p in group) == list(range(players))
        assert tuple(map(len, dealt)) == sizes


@pytest.mark.parametrize("size", [6, 7, 8])
def test_everybody_of_a_group_plays_four_games(size: int) -> None:
    group = list(range(50, 50 + size))
    tables = season_tables(group)
    assert Counter(p for table in tables for p in table) == dict.fromkeys(group, 4)
    assert all(len(set(table)) == 4 for table in tables)


def test_a_season_of_a_thousand_players_is_made_in_a_second() -> None:
    start = time.process_time()
    groups = part(range(1000), group_sizes(1000))
    tables = [table for group in groups for table in season_tables(group)]
    assert time.process_time() - start < 1.0
    assert Counter(p for table in tables for p in table) == dict.fromkeys(range(1000), 4)
