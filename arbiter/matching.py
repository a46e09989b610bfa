"""The one door to the matching library: the cheapest way to pair vertices, or to give every row a column, by whole-number
costs.
"""

from collections.abc import Sequence

import rustworkx

from arbiter.errors import TooManyCriteria

WEIGHT_BITS = 122
"""The library adds and doubles weights as signed numbers of 128 bits; this leaves room for it."""

Edge = tuple[int, int, int]


def cheapest(alone: Sequence[int], edges: Sequence[Edge]) -> list[int]:
    """The partner of every vertex, -1 for none, so that edge costs plus the costs of staying alone are least.

    `alone[v]` is what it costs to leave v unpaired; an edge is (v, w, cost).
    """
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * len(alone))
    gains = [(one, other, alone[one] + alone[other] - cost) for one, other, cost in edges]
    heaviest = max((gain for _, _, gain in gains), default=0)
    if heaviest.bit_length() > WEIGHT_BITS:
        raise TooManyCriteria("This field is too large to be paired at once.")
    graph.add_edges_from([edge for edge in gains if edge[2] > 0])
    partner = [-1] * len(alone)
    for one, other in rustworkx.max_weight_matching(graph, weight_fn=int):
        partner[one], partner[other] = other, one
    return partner


def assignment(costs: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The column of each row, all different, so that the costs add up to the least; `costs` is square. The same costs
    always give the same answer.
    """
    size = len(costs)
    least, most = min(map(min, costs), default=0), max(map(max, costs), default=0)
    alone = abs(most) + size * (most - least) + 1  # dearer than anything that finding a partner can set off
    edges = [(row, size + column, cost) for row, line in enumerate(costs) for column, cost in enumerate(line)]
    return tuple(partner - size for partner in cheapest([alone] * (2 * size), edges)[:size])
