"""The best round there is, by integer programming: a column for every possible table, every player in exactly one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import highspy
import numpy as np

from tournaments.pairing.tables.field import Field


@dataclass(frozen=True)
class Best:
    """The criteria of the best round in descending priority."""

    repeats: int
    unfairness: int
    spread: Fraction


def best_round(field: Field, sizes: tuple[int, ...]) -> Best:
    """Minimise repeats, then unfairness, then spread, each with the ones before held fixed; nobody has a bye."""
    numbers = [player.number for player in field.players]
    points = {player.number: Fraction(player.points) for player in field.players}
    met = Counter(pair for table in field.past for pair in combinations(sorted(table), 2))
    odd = Counter(number for table in field.past if len(table) != field.sizes.preferred for number in table)
    columns = [table for size in sorted(set(sizes)) for table in combinations(numbers, size)]
    costs = [
        [sum(2 * met[pair] - 1 for pair in combinations(table, 2) if met[pair]) for table in columns],
        [sum(odd[n] for n in table) if len(table) != field.sizes.preferred else 0 for table in columns],
        [sum((points[a] - points[b]) ** 2 for a, b in combinations(table, 2)) for table in columns],
    ]
    scale = 840**2
    program = _partition(columns, numbers, Counter(sizes))
    found = []
    for cost in costs:
        whole = [int(value * scale) for value in cost] if cost is costs[2] else [int(value) for value in cost]
        best = _minimise(program, whole)
        found.append(best)
        _hold(program, whole, best)
    return Best(found[0], found[1], Fraction(found[2], scale))


def _partition(columns: list[tuple[int, ...]], numbers: list[int], sizes: Counter[int]) -> highspy.Highs:
    program = highspy.Highs()
    program.silent()
    program.setOptionValue("mip_rel_gap", 0.0)
    program.setOptionValue("mip_abs_gap", 0.0)
    count = len(columns)
    program.addVars(count, np.zeros(count), np.ones(count))
    program.changeColsIntegrality(
        count, np.arange(count, dtype=np.int32), np.full(count, highspy.HighsVarType.kInteger)
    )
    for number in numbers:
        mine = np.array([i for i, table in enumerate(columns) if number in table], dtype=np.int32)
        program.addRow(1, 1, len(mine), mine, np.ones(len(mine)))
    for size, tables in sizes.items():
        mine = np.array([i for i, table in enumerate(columns) if len(table) == size], dtype=np.int32)
        program.addRow(tables, tables, len(mine), mine, np.ones(len(mine)))
    return program


def _minimise(program: highspy.Highs, cost: list[int]) -> int:
    count = len(cost)
    program.changeColsCost(count, np.arange(count, dtype=np.int32), np.array(cost, dtype=np.float64))
    program.run()
    assert program.getModelStatus() == highspy.HighsModelStatus.kOptimal
    chosen = np.flatnonzero(np.array(program.getSolution().col_value) > 0.5)
    return sum(cost[i] for i in chosen)


def _hold(program: highspy.Highs, cost: list[int], best: int) -> None:
    """Keep to the best value in what follows: columns with no cost need no row when the best is 0."""
    some = [i for i, value in enumerate(cost) if value]
    if best == 0:
        for i in some:
            program.changeColBounds(i, 0, 0)
    elif some:
        program.addRow(
            best, best, len(some), np.array(some, dtype=np.int32), np.array([cost[i] for i in some], dtype=np.float64)
        )
