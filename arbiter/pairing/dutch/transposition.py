"""The first transposition (4.2) among all pairings of two halves that cost the same least sum.

With a cheapest assignment known, prices of rows and columns show which pairs can stand in any cheapest one: those whose
cost is just the sum of both prices. Among these pairs every complete assignment is cheapest, so the lexicographically
first one is found by stepping aside along them, without weighing anything again.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add

FAR = 1 << 160
"""The cost of a pair that is not open; more than all others together."""


def first_transposition(costs: Sequence[Sequence[int]], assigned: Sequence[int], ranked: int) -> list[int]:
    """The column of every row: of all cheapest assignments the lexicographically first one in the first `ranked` rows.

    `costs` is square, `assigned` a cheapest assignment.
    """
    column = list(assigned)
    tight = tight_pairs(costs, column)
    owner = [0] * len(column)
    for row, place in enumerate(column):
        owner[place] = row
    tight_rows = [0] * len(column)
    for row, mask in enumerate(tight):
        while mask:
            low = mask & -mask
            tight_rows[low.bit_length() - 1] |= 1 << row
            mask ^= low
    open_columns = (1 << len(column)) - 1
    open_rows = open_columns
    for row in range(ranked):
        open_rows &= ~(1 << row)
        wished = tight[row] & open_columns & ((1 << column[row]) - 1)
        if wished:
            step_aside(row, wished, column, owner, tight_rows, open_rows)
        open_columns &= ~(1 << column[row])
    return column


def tight_pairs(costs: Sequence[Sequence[int]], column: Sequence[int]) -> list[int]:
    """For every row the columns, as bits, that it can have in some cheapest assignment when others step aside.

    The price of a row is the least that anything could save by handing its column on: a shortest path, found by
    repeating until nothing changes, which ends because no round of exchanges can save anything.
    """
    price = [0] * len(column)
    credit = [-costs[row][place] for row, place in sorted(enumerate(column), key=lambda pair: pair[1])]
    changed = True
    while changed:
        changed = False
        for row, line in enumerate(costs):
            least = min(map(add, line, credit))
            if least < price[row]:
                credit[column[row]] += least - price[row]
                price[row] = least
                changed = True
    return [
        sum(1 << place for place, cost in enumerate(line) if cost < FAR and cost + credit[place] == price[row])
        for row, line in enumerate(costs)
    ]


def step_aside(
    row: int, wished: int, column: list[int], owner: list[int], tight_rows: Sequence[int], open_rows: int
) -> None:
    """Give a row the first of the `wished` columns (bits) whose owner can move on, ending in the column it leaves."""
    left = column[row]
    moves_to: dict[int, int] = {}
    reached, queue, seen = 0, [left], 0
    for place in queue:
        movers = tight_rows[place] & open_rows & ~seen
        seen |= movers
        while movers:
            low = movers & -movers
            movers ^= low
            mover = low.bit_length() - 1
            moves_to[mover] = place
            reached |= 1 << column[mover]
            queue.append(column[mover])
    found = wished & reached
    if not found:
        return
    target = (found & -found).bit_length() - 1
    mover, place = owner[target], target
    column[row], owner[target] = target, row
    while place != left:
        place = moves_to[mover]
        column[mover], mover, owner[place] = place, owner[place], mover
