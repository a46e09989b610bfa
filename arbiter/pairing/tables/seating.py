"""From the table of each player to seats. Among orders that are equally good now, those are taken that leave room in the next
round.

Late in a cycle everybody lacks one seat only, and company leaves little choice: whether four who meet lack four
different seats is decided by the seats of the round before. So the results of today's tables are drawn by lot several
times, and for each a few good arrangements of the next round are searched for. Seats are good when those arrangements
can be seated evenly.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arbiter.pairing.tables import company
from arbiter.pairing.tables.field import Costs, Ints, Reals, spread_at
from arbiter.pairing.tables.seats import UNEVEN, equally_cheap_orders, seat_costs, seats_missed

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
