"""The cheapest assignment beside all assignments."""

from __future__ import annotations

import random
from itertools import permutations

from arbiter.matching import assignment


def test_no_assignment_is_cheaper() -> None:
    chance = random.Random(1)
    for _ in range(400):
        size, most = chance.randint(0, 5), chance.choice((1, 5, 10**12))
        costs = [[chance.randint(-most, most) for _ in range(size)] for _ in range(size)]
        found = assignment(costs)
        assert sorted(found) == list(range(size))
        cheapest = min(sum(costs[row][c] for row, c in enumerate(way)) for way in permutations(range(size)))
        assert sum(costs[row][column] for row, column in enumerate(found)) == cheapest


def test_rows_that_can_have_their_own_column_for_nothing_have_it() -> None:
    assert assignment([[0 if row == column else 1 for column in range(9)] for row in range(9)]) == tuple(range(9))
