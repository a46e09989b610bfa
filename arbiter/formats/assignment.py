"""The cheapest way to give every row of a table of costs a column of its own."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.matching import cheapest


def assignment(costs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The column of each row, all different, so that the costs add up to the least; `costs` is square. The same costs
    always give the same answer.
    """
    size = len(costs)
    least, most = min(map(min, costs), default=0), max(map(max, costs), default=0)
    alone = abs(most) + size * (most - least) + 1  # dearer than anything that finding a partner can set off
    edges = [(row, size + column, cost) for row, line in enumerate(costs) for column, cost in enumerate(line)]
    return tuple(partner - size for partner in cheapest([alone] * (2 * size), edges)[:size])
