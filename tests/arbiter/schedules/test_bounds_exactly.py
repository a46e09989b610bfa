"""The bounds of small schedules against an exact solver: no bound is too high, and those reached are the least."""

from __future__ import annotations

from itertools import combinations

import highspy
import numpy as np
import pytest

from arbiter.schedules.bounds import bound, impossible
from arbiter.schedules.catalogue import schedule

SMALL = [
    (players, table, games)
    for players in range(5, 9)
    for table in (3, 4, 5)
    for games in range(1, 6)
    if impossible(players, table, games) is None
]


def least_spread(players: int, table: int, games: int) -> int:
    """The least spread of meetings: how often each possible table is played, as an integer programme."""
    tables = list(combinations(range(players), table))
    count = len(tables)
    program = highspy.Highs()
    program.silent()
    program.addVars(count, np.zeros(count), np.full(count, float(games)))
    program.changeColsIntegrality(
        count, np.arange(count, dtype=np.int32), np.full(count, highspy.HighsVarType.kInteger)
    )
    for cost in (1.0, -1.0):  # the most and, with the opposite sign, the fewest meetings of any pair
        program.addVar(0.0, float(games))
        program.changeColCost(program.getNumCol() - 1, cost)
    for player in range(players):
        mine = [i for i, row in enumerate(tables) if player in row]
        program.addRow(games, games, len(mine), np.array(mine, dtype=np.int32), np.ones(len(mine)))
    for one, other in combinations(range(players), 2):
        both = [i for i, row in enumerate(tables) if one in row and other in row]
        ones = np.append(np.ones(len(both)), -1.0)
        program.addRow(-highspy.kHighsInf, 0, len(ones), np.array([*both, count], dtype=np.int32), ones)
        program.addRow(0, highspy.kHighsInf, len(ones), np.array([*both, count + 1], dtype=np.int32), ones)
    program.run()
    assert program.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return round(program.getInfo().objective_function_value)


@pytest.mark.parametrize(("players", "table", "games"), SMALL)
def test_the_spread_found_is_the_least_there_is(players: int, table: int, games: int) -> None:
    assert bound(players, table, games).spread == least_spread(players, table, games)
    assert schedule(players, table, games).meetings == bound(players, table, games).spread
