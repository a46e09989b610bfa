"""Exchanges of players between tables for the sake of seats, when the company is settled.

Late in a cycle a player lacks one seat only, and two who lack the same one cannot both have it at one table. Exchanging
one of them for somebody of about the same points helps; repeats and fairness never get worse by it, and the spread of
points grows at most by the price the field sets on a seat.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tournaments.pairing.tables.costs import Costs, Ints
from tournaments.pairing.tables.seats import UNEVEN, seat_costs, table_costs

MOST_RELIEVED = 3
"""More players than these are hardly relieved by one exchange; dearer ones are not looked at."""

NEAR = 120
"""How many other players, the nearest in points, are weighed for an exchange."""

PASSES = 2


class _Tables:
    """Tables while players change places; rows of places, one array a size."""

    def __init__(self, costs: Costs, at: Ints, sizes: tuple[int, ...]) -> None:
        self.costs, self.sizes = costs, sizes
        self.at = at.copy()
        self.rows = [np.flatnonzero(at == table) for table in range(len(sizes))]
        self.price = seat_costs(costs.sat, costs.seats_in_turn)
        self.seats = np.array([int(table_costs(self.price, row[None, :])[0]) for row in self.rows], dtype=np.int64)

    def exchange(self, one: int, other: int) -> None:
        """Let two players of different tables change places."""
        for out, new in ((one, other), (other, one)):
            row = self.rows[self.at[out]]
            row[row == out] = new
        self.at[one], self.at[other] = self.at[other], self.at[one]
        for table in {int(self.at[one]), int(self.at[other])}:
            self.seats[table] = table_costs(self.price, self.rows[table][None, :])[0]


def uneven_seats(costs: Costs, at: Ints, sizes: tuple[int, ...]) -> int:
    """How many players these tables would leave with seats more than one game apart, seated as well as can be."""
    return int((_Tables(costs, at, sizes).seats // UNEVEN).sum())


def even_out(costs: Costs, at: Ints, sizes: tuple[int, ...], price: Fraction) -> Ints:
    """The table of each player after exchanges that make seats more even.

    An exchange may let spread grow by `price` squared points for each player whose seats it keeps within one.
    """
    tables = _Tables(costs, at, sizes)
    dearest = float(price * costs.part**2) / UNEVEN
    for _ in range(PASSES):
        before = int(tables.seats.sum())
        for table in np.argsort(-tables.seats, kind="stable").tolist():
            if tables.seats[table] >= UNEVEN:
                _relieve(tables, table, dearest)
        if int(tables.seats.sum()) == before:
            break
    return tables.at


def _relieve(tables: _Tables, table: int, dearest: float) -> None:
    """Make the exchange that helps the seats of this table and another one most, if it is worth what it costs."""
    costs, row = tables.costs, tables.rows[table]
    middle = float(costs.points[row].mean())
    away = np.flatnonzero(tables.at != table)
    others = away[np.argsort(np.abs(costs.points[away] - middle), kind="stable")[:NEAR]]
    best: tuple[int, int] = (0, 0)
    choice: tuple[int, int] | None = None
    for size in sorted(set(tables.sizes)):
        fitting = others[np.array([tables.sizes[t] == size for t in tables.at[others]], dtype=bool)]
        if not len(fitting):
            continue
        theirs = np.array([tables.rows[t] for t in tables.at[fitting]])
        for mine in row.tolist():
            worse = _spread_change(costs, row, mine, theirs, fitting)
            cheap = worse <= MOST_RELIEVED * UNEVEN * dearest
            if not cheap.any():
                continue
            picks = np.flatnonzero(cheap & _no_worse(tables, row, mine, theirs, fitting))
            gain = _seat_change(tables, table, row, mine, theirs[picks], fitting[picks])
            worth = (gain < 0) & (worse[picks] <= -gain * dearest) & (gain <= best[0])
            for pick in np.flatnonzero(worth).tolist():
                rank = int(gain[pick]), int(worse[picks[pick]])
                if rank < best:
                    best, choice = rank, (mine, int(fitting[picks[pick]]))
    if choice is not None:
        tables.exchange(*choice)


def _sums(pair: Ints, row: Ints, mine: int, theirs: Ints, others: Ints) -> Ints:
    """How a sum over pairs at both tables changes when `mine` and each of `others` change places."""
    stay = row[row != mine]
    change = pair[others[:, None], stay].sum(axis=1) - pair[mine, stay].sum()
    change += (pair[mine, theirs] - pair[others[:, None], theirs]).sum(axis=1) - pair[mine, others]
    result: Ints = change
    return result


def _spread_change(costs: Costs, row: Ints, mine: int, theirs: Ints, others: Ints) -> Ints:
    stay = row[row != mine]
    change = costs.spread_of(others[:, None], stay).sum(axis=1) - costs.spread_of(np.array([mine]), stay).sum()
    mine_there = costs.spread_of(np.array([mine]), theirs).sum(axis=1) - costs.spread_of(np.array([mine]), others)
    result: Ints = change + mine_there - costs.spread_of(others[:, None], theirs).sum(axis=1)
    return result


def _no_worse(tables: _Tables, row: Ints, mine: int, theirs: Ints, others: Ints) -> Ints:
    """Which exchanges make neither repeats nor fairness worse."""
    repeats = _sums(tables.costs.repeats, row, mine, theirs, others)
    here = len(row) != tables.costs.seats_in_turn
    there = theirs.shape[1] != tables.costs.seats_in_turn
    odd = tables.costs.odd
    fairness = (odd[others] - odd[mine]) * (int(here) - int(there))
    result: Ints = (repeats < 0) | ((repeats == 0) & (fairness <= 0))
    return result


def _seat_change(tables: _Tables, table: int, row: Ints, mine: int, theirs: Ints, others: Ints) -> Ints:
    here = np.where(row[None, :] == mine, others[:, None], row[None, :])
    there = np.where(theirs == others[:, None], mine, theirs)
    before = tables.seats[table] + tables.seats[tables.at[others]]
    result: Ints = table_costs(tables.price, here) + table_costs(tables.price, there) - before
    return result
