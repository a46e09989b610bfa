"""From the table of each player to seats.

Among orders that are equally good now, those are taken that leave room later: who may well meet in the next round
should lack different seats then.
"""

from __future__ import annotations

import numpy as np

from tournaments.pairing.tables.costs import Costs, Ints, Reals, least_shares
from tournaments.pairing.tables.seats import equally_cheap_orders, seat_costs

FORESEEN = 64
"""Up to so many players the next round is thought of; in larger fields there is somebody for everybody anyway."""

PASSES = 4
AGAIN = 0.02
"""How much less likely two meet who have met."""

NEAR = 2.0
"""Points apart at which two players are half as likely to meet as two with equal points."""


def seated(costs: Costs, at: Ints, sizes: tuple[int, ...], chance: np.random.Generator) -> list[list[int]]:
    """Tables of places in the order of their seats, the table with the highest sum of points first."""
    price = seat_costs(costs.sat, costs.seats_in_turn)
    choices: list[Ints] = []
    for size in sorted(set(sizes), reverse=True):
        tables = [np.flatnonzero(at == table) for table, other in enumerate(sizes) if other == size]
        choices += equally_cheap_orders(price, np.array(tables), chance)
    found = _with_room(costs, choices) if len(at) <= FORESEEN else [ways[0].tolist() for ways in choices]
    return sorted(found, key=lambda table: (-sum(costs.points[table]) / len(table), min(table)))


def _with_room(costs: Costs, choices: list[Ints]) -> list[list[int]]:
    """One order of each table, such that likely opponents of the next round lack different seats."""
    likely = _likely(costs, choices)
    after = [_lacking_after(costs, ways) for ways in choices]  # of each table: way, player, seat
    members = [np.sort(ways[0]) for ways in choices]
    lacking = np.zeros_like(costs.lacking())
    for row, options in zip(members, after, strict=True):
        lacking[row] = options[0]
    picks = [0] * len(choices)
    for _ in range(PASSES):
        changed = False
        for table, (row, options) in enumerate(zip(members, after, strict=True)):
            crowd = likely[row] @ lacking  # player, seat; companions of today are not likely ones
            best = int((options * crowd).sum(axis=(1, 2)).argmin())
            changed |= best != picks[table]
            picks[table] = best
            lacking[row] = options[best]
        if not changed:
            break
    return [ways[pick].tolist() for ways, pick in zip(choices, picks, strict=True)]


def _likely(costs: Costs, choices: list[Ints]) -> Reals:
    """How likely any two are to meet next, after the tables of four at which they could.

    Two fit the worse the more points they are apart, and hardly at all when they have met.
    """
    apart = (costs.points[:, None] - costs.points[None, :]) / (NEAR * costs.part)
    fits: Reals = np.where(costs.met > 0, AGAIN, 1.0) * 0.5 ** (apart**2)
    for ways in choices:
        fits[np.ix_(ways[0], ways[0])] *= AGAIN
    np.fill_diagonal(fits, 0.0)
    found = np.empty_like(fits)
    for place, row in enumerate(fits):
        thirds = row * fits  # of every other: how a third fits both
        found[place] = row * ((thirds @ fits) * thirds).sum(axis=1)
    return found


def _lacking_after(costs: Costs, ways: Ints) -> Reals:
    """What each player of a table would lack after each order: way, player by place, seat."""
    row = np.sort(ways[0])
    seat_of = np.argsort(ways, axis=1)  # way, player in the order of `row`: the seat
    sat = np.repeat(costs.sat[row][None], len(ways), axis=0)
    np.put_along_axis(sat, seat_of[:, :, None], np.take_along_axis(sat, seat_of[:, :, None], axis=2) + 1, axis=2)
    return least_shares(sat[:, :, : costs.seats_in_turn])
