"""The cheapest way to give every row of a table of costs a column of its own."""

from __future__ import annotations

from collections.abc import Sequence

NOBODY = -1


def assignment(costs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The column of each row, all different, so that the costs add up to the least; `costs` is square.

    The Hungarian method (Kuhn 1955, Munkres 1957): rows come in one after another, and earlier ones step aside along
    the cheapest path to a free column. The same costs always give the same answer.
    """
    size = len(costs)
    row_price, column_price = [0] * size, [0] * size
    holder = [NOBODY] * size  # the row that has each column
    for newcomer in range(size):
        slack = [costs[newcomer][column] - row_price[newcomer] - column_price[column] for column in range(size)]
        before = [NOBODY] * size  # the column from whose holder the path comes; NOBODY: from the newcomer
        reached: set[int] = set()
        while True:
            column = min((c for c in range(size) if c not in reached), key=slack.__getitem__)
            step = slack[column]
            row_price[newcomer] += step
            for passed in reached:
                row_price[holder[passed]] += step
                column_price[passed] -= step
            slack = [rest if c in reached else rest - step for c, rest in enumerate(slack)]
            if holder[column] == NOBODY:
                break
            reached.add(column)
            row = holder[column]
            for other in range(size):
                way = costs[row][other] - row_price[row] - column_price[other]
                if other not in reached and way < slack[other]:
                    slack[other], before[other] = way, column
        while before[column] != NOBODY:
            holder[column] = holder[before[column]]
            column = before[column]
        holder[column] = newcomer
    return tuple(holder.index(row) for row in range(size))
