"""From the table of each player to seats.

Among orders that are equally good now, those are taken that leave room in the next round (`foresight`).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from arbiter.pairing.tables.costs import Costs, Ints
from arbiter.pairing.tables.foresight import Foresight, foresee
from arbiter.pairing.tables.seats import equally_cheap_orders, seat_costs

FORESEEN = 64
"""Up to so many players the next round is thought of; in larger fields there is somebody for everybody anyway."""

TRIES = 3
"""How often orders are improved from orders by lot; the best outcome is kept."""


def seated(
    costs: Costs, at: Ints, sizes: tuple[int, ...], price: Fraction, chance: np.random.Generator
) -> list[list[int]]:
    """Tables of places in the order of their seats, the table with the highest sum of points first."""
    dear = seat_costs(costs.sat, costs.seats_in_turn)
    choices: list[Ints] = []
    for size in sorted(set(sizes), reverse=True):
        tables = [np.flatnonzero(at == table) for table, other in enumerate(sizes) if other == size]
        choices += equally_cheap_orders(dear, np.array(tables), chance)
    picks = [0] * len(choices)
    if costs.sat.any() and len(sizes) > 1 and len(at) <= FORESEEN:
        worth = float(price or 1) * costs.part**2
        picks = _with_room(
            costs.sat, choices, foresee(costs, [ways[0] for ways in choices], sizes, worth, chance), chance
        )
    found = [ways[pick].tolist() for ways, pick in zip(choices, picks, strict=True)]
    return sorted(found, key=lambda table: (-sum(costs.points[table]) / len(table), min(table)))


def _with_room(sat: Ints, choices: list[Ints], foresight: Foresight, chance: np.random.Generator) -> list[int]:
    """Which order each table should take, so that the rounds foreseen can be seated most evenly."""
    best, best_loss = [0] * len(choices), np.inf
    for _ in range(TRIES):
        picks = [int(chance.integers(len(ways))) for ways in choices]
        loss = _improve(sat, choices, foresight, picks)
        if loss < best_loss:
            best, best_loss = picks, loss
        if not loss:
            break
    return best


def _improve(sat: Ints, choices: list[Ints], foresight: Foresight, picks: list[int]) -> float:
    """Change one table's order after another as long as that helps; what is lost in the end."""
    later = sat.copy()
    for ways, pick in zip(choices, picks, strict=True):
        later[ways[pick], np.arange(ways.shape[1])] += 1
    loss, still = foresight.uneven(later), 0
    while still < len(choices):
        for table, ways in enumerate(choices):
            seats = np.arange(ways.shape[1])
            still += 1
            for pick in range(len(ways)):
                if pick == picks[table]:
                    continue
                later[ways[picks[table]], seats] -= 1
                later[ways[pick], seats] += 1
                if (now := foresight.uneven(later)) < loss:
                    loss, picks[table], still = now, pick, 0
                else:
                    later[ways[pick], seats] -= 1
                    later[ways[picks[table]], seats] += 1
    return loss
