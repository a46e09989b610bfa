"""From the table of each player to seats; players who are interchangeable change tables when that evens out seats."""

from __future__ import annotations

import numpy as np

from tournaments.pairing.tables.costs import Costs, Ints
from tournaments.pairing.tables.seats import cheapest_orders, seat_costs


def seated(costs: Costs, at: Ints, sizes: tuple[int, ...], chance: np.random.Generator) -> list[list[int]]:
    """Tables of places in the order of their seats, the table with the highest sum of points first."""
    price = seat_costs(costs.sat, costs.seats_in_turn)
    found: list[list[int]] = []
    for size in sorted(set(sizes), reverse=True):
        tables = [np.flatnonzero(at == table) for table, other in enumerate(sizes) if other == size]
        ordered, _ = cheapest_orders(price, np.array(tables), chance)
        found += ordered.tolist()
    return sorted(found, key=lambda table: (-sum(costs.points[table]) / len(table), min(table)))
