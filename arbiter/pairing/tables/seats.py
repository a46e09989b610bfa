"""Seats at given tables: everybody as evenly in the first, second, … seat as the company allows.

Late in a cycle a player lacks one seat only, and two who lack the same one cannot both have it at one table. Exchanging
one of them for somebody of about the same points helps; repeats and fairness never get worse by it, and the spread of
points grows at most by the price the field sets on a seat.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import ceil

import numpy as np
import numpy.typing as npt

from arbiter.pairing.tables import company
from arbiter.pairing.tables.field import Bools, Costs, Ints, Reals, spread_at

UNEVEN = 1000
"""What a seat costs that would leave a player's most frequent and rarest seat more than one game apart.

More than everything else that seats of one table can cost in 99 rounds, so that whole thousands count such players.
"""


def seat_costs(sat: Ints, in_turn: int) -> Ints:
    """For each player and seat: 2·count+1, which adds up to the growth of squared counts, more where it is uneven."""
    costs = 2 * sat + 1
    turns = sat[:, :in_turn]
    after = turns + 1 - turns.min(axis=1, keepdims=True)
    alone = (turns == turns.min(axis=1, keepdims=True)).sum(axis=1, keepdims=True) == 1
    lifted = after - ((turns == turns.min(axis=1, keepdims=True)) & alone)  # the rarest seat itself moves up
    costs[:, :in_turn] += UNEVEN * np.maximum(0, lifted - 1)
    result: Ints = costs
    return result


@cache
def orders(size: int) -> Ints:
    """All orders of `size` players, one a row: which of them sits in each seat."""
    found: Ints = np.array(list(permutations(range(size))), dtype=np.int64)
    found.setflags(write=False)
    return found


def equally_cheap_orders(costs: Ints, tables: Ints, chance: np.random.Generator) -> list[Ints]:
    """For each of some tables of one size the orders of its players that cost least, a row each, in random order.

    Chance, so that no seat depends on a place in the standings.
    """
    size = tables.shape[1]
    ways = orders(size)
    ways = ways[chance.permutation(len(ways))]
    at_seat = costs[tables[:, :, None], np.arange(size)]  # table, player, seat
    total = at_seat[:, ways, np.arange(size)].sum(axis=2)
    cheap = total == total.min(axis=1, keepdims=True)
    return [table[ways[some]] for table, some in zip(tables, cheap, strict=True)]


def table_costs(costs: Ints, tables: Ints) -> Ints:
    """What the best order of each table costs; tables of one size, a row each."""
    size = tables.shape[1]
    at_seat = costs[tables[:, :, None], np.arange(size)]
    found: Ints = at_seat[:, orders(size), np.arange(size)].sum(axis=2).min(axis=1)
    return found


@cache
def subsets(seats: int) -> Bools:
    """All sets of seats, one a row: whether each seat is in it."""
    found: Bools = (np.arange(2**seats)[:, None] & (1 << np.arange(seats))) > 0
    found.setflags(write=False)
    return found


def has_beyond(good: Bools, seats: int) -> npt.NDArray[np.int8]:
    """For each player and set of the first `seats` seats: 1 if a seat that is good for the player is outside it."""
    beyond: Bools = good[:, None, :seats] & ~subsets(seats)
    return np.array(beyond.any(axis=2), dtype=np.int8)


def fewest_uneven(sat: Ints, in_turn: int, sizes: tuple[int, ...]) -> int:
    """How many players are left with seats more than one game apart at least, whoever sits with whom.

    Tables of 3 have no fourth seat: of 17 players at tables of 4 and 3 only eight can have sat in all four after four
    rounds. So many seats of each number are given away to the players, freely, so that most come out even.
    """
    seats = max(sizes)
    taken = np.eye(seats, sat.shape[1], dtype=np.int64)
    turns = (sat[:, None, :] + taken)[:, :, :in_turn]  # player, seat taken, how often sat in each
    even: Bools = turns.max(axis=2) - turns.min(axis=2) <= 1
    chairs = np.array([sum(size > seat for size in sizes) for seat in range(seats)])
    covers = has_beyond(even, seats).sum(axis=0, dtype=np.int64) + subsets(seats) @ chairs
    return len(sat) - int(covers.min())


def seats_missed(good: Bools, tables: Ints) -> Ints:
    """How many players of each table must sit elsewhere than in a seat that is good for them; tables of one size.

    By the theorem of König the most who can have a good seat are as many as the smallest cover has: some seats, and
    everybody who has a good seat beside those.
    """
    size = tables.shape[-1]
    beyond: Ints = has_beyond(good, size)[tables].sum(axis=-2, dtype=np.int64)
    covers: Ints = beyond + subsets(size).sum(axis=1)
    found: Ints = size - covers.min(axis=-1)
    return found


MOST_RELIEVED = 3
"""More players than these are hardly relieved by one exchange; dearer ones are not looked at."""

NEAR = 120, 0.25
"""How many other players, the nearest in points, are weighed for an exchange: at least so many, and this share of all."""

PASSES = 2
LEADERS = 0.25
"""The share of the tables, from the first, that are the leaders'."""


class _Tables:
    """Tables while players change places; rows of places, one array a size."""

    def __init__(self, costs: Costs, at: Ints, sizes: tuple[int, ...]) -> None:
        self.costs, self.at = costs, at.copy()
        self.sizes: Ints = np.array(sizes, dtype=np.int64)
        self.rows = [np.flatnonzero(at == table) for table in range(len(sizes))]
        self.price = seat_costs(costs.sat, costs.seats_in_turn)
        self.seats: Ints = np.zeros(len(sizes), dtype=np.int64)
        for size in set(sizes):
            alike = np.flatnonzero(self.sizes == size)
            self.seats[alike] = table_costs(self.price, self.seated_at(alike))

    def seated_at(self, tables: Ints) -> Ints:
        return np.array([self.rows[table] for table in tables.tolist()])

    def exchange(self, one: int, other: int) -> None:
        for out, new in ((one, other), (other, one)):
            row = self.rows[self.at[out]]
            row[row == out] = new
        self.at[one], self.at[other] = self.at[other], self.at[one]
        for table in {int(self.at[one]), int(self.at[other])}:
            self.seats[table] = table_costs(self.price, self.rows[table][None, :])[0]


def even_out(costs: Costs, at: Ints, sizes: tuple[int, ...], worth: float, among_leaders: float) -> Ints:
    """The table of each player after exchanges that make seats more even.

    An exchange may let spread grow by `worth`, in parts of a point squared, for each player whose seats it keeps within
    one; one that touches a table of the leaders only by `among_leaders`. In the first round there is nothing to do.
    """
    tables = _Tables(costs, at, sizes)
    means = np.array([costs.points[row].mean() for row in tables.rows])
    found = np.zeros(len(means), dtype=np.bool_)
    found[np.argsort(-means, kind="stable")[: ceil(LEADERS * len(means))]] = True
    dearest = np.where(found, among_leaders, worth) / UNEVEN
    for _ in range(PASSES):
        before = int(tables.seats.sum())
        for table in np.argsort(-tables.seats, kind="stable").tolist():
            if tables.seats[table] >= UNEVEN:
                _relieve(tables, table, dearest)
        if int(tables.seats.sum()) == before:
            break
    return tables.at


def _relieve(tables: _Tables, table: int, dearest: Reals) -> None:
    """Make the exchange that helps the seats of this table and another one most, if it is worth what it costs."""
    points, row = tables.costs.points, tables.rows[table]
    away = np.flatnonzero(tables.at != table)
    count = max(NEAR[0], int(NEAR[1] * len(points)))
    near = away[np.argsort(np.abs(points[away] - float(points[row].mean())), kind="stable")[:count]]
    sizes = tables.sizes[tables.at[near]]
    found = [_best_exchange(tables, table, near[sizes == size], dearest) for size in sorted(set(sizes.tolist()))]
    gain, _, mine, other = min(found, key=lambda one: one[:2])
    if gain < 0:
        tables.exchange(mine, other)


def _best_exchange(tables: _Tables, table: int, others: Ints, price: Reals) -> tuple[int, int, int, int]:
    """The best exchange with one of `others`, who sit at tables of one size.

    The answer is the change of seat costs, below 0 if the exchange is worth making, the change of spread, who leaves
    the table, who comes.
    """
    row, theirs = tables.rows[table], tables.seated_at(tables.at[others])
    dearest = np.minimum(price[table], price[tables.at[others]])
    worse = _change(tables.costs.spread_of, row, theirs, others)
    worth = (worse <= MOST_RELIEVED * UNEVEN * dearest) & _no_worse(tables.costs, row, theirs, others)
    mine, other = np.nonzero(worth)
    if not len(mine):
        return 0, 0, 0, 0
    gain, worse = _seat_change(tables, table, row[mine], others[other]), worse[mine, other]
    gain[worse > -gain * dearest[other]] = 0
    pick = int(np.lexsort((worse, gain))[0])
    return int(gain[pick]), int(worse[pick]), int(row[mine[pick]]), int(others[other[pick]])


def _change(pair: Callable[[Ints, Ints], Ints], row: Ints, theirs: Ints, others: Ints) -> Ints:
    """How a sum over the pairs of both tables changes when one of `row` and one of `others` change places."""
    home = pair(row[:, None], row).sum(axis=1)
    away = pair(others[:, None], theirs).sum(axis=1)
    visiting = pair(row[:, None, None], theirs).sum(axis=2) + pair(others[:, None], row).sum(axis=1)
    result: Ints = visiting - 2 * pair(row[:, None], others) - home[:, None] - away
    return result


def _no_worse(costs: Costs, row: Ints, theirs: Ints, others: Ints) -> Ints:
    repeats = _change(lambda one, other: costs.repeats[one, other], row, theirs, others)
    other_size = [len(table) != costs.seats_in_turn for table in (row, theirs[0])]
    fairness = (costs.odd[others] - costs.odd[row][:, None]) * (int(other_size[0]) - int(other_size[1]))
    result: Ints = (repeats < 0) | ((repeats == 0) & (fairness <= 0))
    return result


def _seat_change(tables: _Tables, table: int, mine: Ints, others: Ints) -> Ints:
    """How the costs of seats change by each exchange of one of `mine` with the one of `others` at the same index."""
    row, theirs = tables.rows[table], tables.seated_at(tables.at[others])
    here = np.where(row == mine[:, None], others[:, None], row)
    there = np.where(theirs == others[:, None], mine[:, None], theirs)
    before = tables.seats[table] + tables.seats[tables.at[others]]
    result: Ints = table_costs(tables.price, here) + table_costs(tables.price, there) - before
    return result


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
