"""What the next round may look like, so that seats can be chosen today that leave room then.

Late in a cycle everybody lacks one seat only, and company leaves little choice: whether four who meet lack four
different seats is decided by the seats of the round before. So the results of today's tables are drawn by lot several
times, and for each a few good arrangements of the next round are searched for. Seats are good when those arrangements
can be seated evenly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arbiter.pairing.tables import company
from arbiter.pairing.tables.costs import Costs, Ints, Reals, spread_at
from arbiter.pairing.tables.seats import UNEVEN, seat_costs, seats_missed

RESULTS = 32
"""How often results are drawn, at most."""

ARRANGEMENTS = 6
"""How many arrangements of the next round are searched for after each."""

STEPS = 80
WORK = 100_000
"""The number of searches times the square of the number of players stays about below this."""

SHAKE = 0.5
"""How much points are shaken, in points, so that the arrangements after one result differ."""


@dataclass(frozen=True, slots=True)
class Foresight:
    """Arrangements of the next round: for each size the players by table and arrangement.

    `dear` is what an arrangement costs beyond the best one after the same results, by results and arrangement, counted
    in players with uneven seats.
    """

    tables: list[Ints]
    dear: Reals
    in_turn: int

    def uneven(self, sat: Ints) -> float:
        """What is lost on average if players have sat so often in each seat: uneven seats, or dearer company."""
        good = seat_costs(sat, self.in_turn) < UNEVEN
        missed: Ints = np.sum([seats_missed(good, rows).sum(axis=0) for rows in self.tables], axis=0)
        return float((self.dear + missed.reshape(self.dear.shape)).min(axis=1).mean())


def foresee(
    costs: Costs, tables: list[Ints], sizes: tuple[int, ...], price: float, chance: np.random.Generator
) -> Foresight:
    """Arrangements of the next round after these tables; `price` is what even seats are worth to a player, in spread."""
    count = len(costs.points)
    later = costs.after(tables)
    results = max(4, min(RESULTS, WORK // (ARRANGEMENTS * count * count)))
    points = np.repeat(costs.points[None, :], results, axis=0)
    for row in tables:
        won = np.linspace(costs.part, 0, len(row)).astype(np.int64)
        points[:, row] += chance.permuted(np.repeat(won[None, :], results, axis=0), axis=1)
    points = np.repeat(points, ARRANGEMENTS, axis=0)
    shake = np.rint(SHAKE * costs.part * chance.standard_normal(points.shape)).astype(np.int64)
    shake[::ARRANGEMENTS] = 0
    shaken = points + shake
    by_standing = np.argsort(np.argsort(-shaken, axis=1, kind="stable"), axis=1)
    starts = np.repeat(np.arange(len(sizes)), sizes)[by_standing]
    at = company.search_by_tabu(company.Weights.of(later, sizes, shaken, 0.0), starts, STEPS, chance)
    cost = company.Weights.of(later, sizes, points, 0.0).total(at).reshape(results, ARRANGEMENTS)
    least = spread_at(points, at).reshape(results, ARRANGEMENTS)[np.arange(results), cost.argmin(axis=1)]
    worth = np.maximum(1.0, costs.worth_of_seat(price, least.astype(np.float64)))
    rows = np.argsort(at, axis=1, kind="stable")
    alike: dict[int, list[Ints]] = {}
    for size, end in zip(sizes, np.cumsum(sizes).tolist(), strict=True):
        alike.setdefault(size, []).append(rows[:, end - size : end])
    return Foresight(
        tables=[np.array(some) for some in alike.values()],
        dear=(cost - cost.min(axis=1, keepdims=True)) / worth[:, None],
        in_turn=costs.seats_in_turn,
    )
