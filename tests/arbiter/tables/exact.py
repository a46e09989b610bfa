"""The best round there is, by integer programming: a column for every possible table, every player in exactly one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

import highspy
import numpy as np

from arbiter.pairing.tables.field import Field

SCALE = 840**2
"""Spread in whole numbers, as in the product: parts of a point squared."""


@dataclass(frozen=True)
class Best:
    """The criteria of the best round in descending priority."""

    repeats: int
    unfairness: int
    spread: Fraction


def best_round(field: Field, sizes: tuple[int, ...]) -> Best:
    """Minimise repeats, then unfairness, then spread, each with the ones before held fixed; nobody has a bye."""
    return _Rounds(field, sizes).best()


def fewest_uneven(field: Field, sizes: tuple[int, ...], leeway: Fraction) -> int:
    """How many players at least are left with uneven seats by any round that is the best in repeats and unfairness.

    Its spread may be `leeway` times the least. Every table is seated as well as can be.
    """
    rounds = _Rounds(field, sizes)
    best = rounds.best()
    return rounds.fewest_uneven(best.spread * leeway)


class _Rounds:
    """All rounds of a field as an integer program: a column for every table there could be."""

    def __init__(self, field: Field, sizes: tuple[int, ...]) -> None:
        numbers = [player.number for player in field.players]
        points = {player.number: Fraction(player.points) for player in field.players}
        met = Counter(pair for table in field.past for pair in combinations(sorted(table), 2))
        odd = Counter(number for table in field.past if len(table) != field.sizes.preferred for number in table)
        self.field = field
        self.columns = [table for size in sorted(set(sizes)) for table in combinations(numbers, size)]
        self.repeats = [sum(2 * met[pair] - 1 for pair in combinations(t, 2) if met[pair]) for t in self.columns]
        self.unfairness = [sum(odd[n] for n in t) if len(t) != field.sizes.preferred else 0 for t in self.columns]
        self.spread = [
            int(sum((points[a] - points[b]) ** 2 for a, b in combinations(t, 2)) * SCALE) for t in self.columns
        ]
        self.program = _partition(self.columns, numbers, Counter(sizes))

    def best(self) -> Best:
        """The best of all criteria; repeats and unfairness are held at it from then on."""
        found = []
        for cost in (self.repeats, self.unfairness):
            found.append(_minimise(self.program, cost))
            _hold(self.program, cost, found[-1])
        return Best(found[0], found[1], Fraction(_minimise(self.program, self.spread), SCALE))

    def fewest_uneven(self, spread: Fraction) -> int:
        """The fewest uneven seats with at most this spread."""
        some = np.array([i for i, value in enumerate(self.spread) if value], dtype=np.int32)
        values = np.array([self.spread[i] for i in some], dtype=np.float64)
        self.program.addRow(-highspy.kHighsInf, float(spread * SCALE) + 0.5, len(some), some, values)
        return _minimise(self.program, [self.uneven_at(table) for table in self.columns])

    def uneven_at(self, table: tuple[int, ...]) -> int:
        """How many players of a table are left with uneven seats in the best of all orders."""
        turns = self.field.sizes.preferred
        uneven = {}
        for number in table:
            seats = [past.index(number) for past in self.field.past if number in past]
            for seat in range(len(table)):
                counts = Counter([*seats, seat])
                uneven[number, seat] = max(counts[s] for s in range(turns)) - min(counts[s] for s in range(turns)) > 1
        return min(sum(uneven[number, seat] for seat, number in enumerate(way)) for way in permutations(table))


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
