"""The designs of closed form: cyclic ones and affine planes."""

from __future__ import annotations

import pytest

from arbiter.schedules.bounds import check, meetings, seat_counts, seat_spread
from arbiter.schedules.catalogue import schedule
from arbiter.schedules.designs import CYCLIC, affine, cyclic, everybody_but_one

TIMES = {(7, 4): 2, (7, 3): 1, (13, 4): 1, (21, 5): 1, (11, 5): 2, (4, 3): 2, (5, 4): 3, (6, 5): 4}


@pytest.mark.parametrize(("players", "table"), CYCLIC)
def test_cyclic_designs_let_every_pair_meet_equally_often_and_everybody_sit_everywhere_once(
    players: int, table: int
) -> None:
    tables = cyclic(players, table)
    assert tables is not None
    assert set(meetings(players, tables).values()) == {TIMES[players, table]}
    assert set(seat_counts(players, tables).values()) == {(1,) * table}
    assert [tuple((number - 1 - shift) % players for number in row) for shift, row in enumerate(tables)] == [
        CYCLIC[players, table]
    ] * players
    assert schedule(players, table, table).tables == tables


def test_the_base_tables_are_the_agreed_ones() -> None:
    assert CYCLIC[7, 4] == (0, 3, 5, 6)
    assert CYCLIC[7, 3] == (0, 1, 3)
    assert CYCLIC[13, 4] == (0, 1, 3, 9)
    assert CYCLIC[21, 5] == (0, 1, 4, 14, 16)
    assert CYCLIC[11, 5] == (1, 3, 4, 5, 9)


@pytest.mark.parametrize("players", [4, 5, 6])
def test_all_but_one_at_each_table_is_a_design(players: int) -> None:
    tables = everybody_but_one(players)
    check(players, players - 1, tables)
    assert set(meetings(players, tables).values()) == {players - 2}
    assert set(seat_counts(players, tables).values()) == {(1,) * (players - 1)}


@pytest.mark.parametrize("order", [3, 4, 5])
def test_affine_planes_seat_everybody_every_round_and_let_every_pair_meet_once(order: int) -> None:
    rounds = affine(order)
    assert rounds is not None
    assert len(rounds) == order + 1
    for tables in rounds:
        assert sorted(number for table in tables for number in table) == list(range(1, order * order + 1))
    assert set(meetings(order * order, [table for tables in rounds for table in tables]).values()) == {1}
    found = schedule(order * order, order, order + 1)
    assert (found.meetings, found.seats) == (0, 1)
    companies = {frozenset(table) for tables in rounds for table in tables}
    assert companies == {frozenset(table) for table in found.tables}


@pytest.mark.parametrize(("players", "table"), [(21, 5), (25, 5), (13, 4), (16, 4)])
def test_a_design_played_twice_stays_even(players: int, table: int) -> None:
    games = table if players in (21, 13) else table + 1
    found = schedule(players, table, games, 2)
    check(players, 2 * games, found.tables)
    assert found.meetings == 0
    assert found.seats == seat_spread(players, found.tables) <= 1
