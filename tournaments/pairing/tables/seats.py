"""Seats at given tables: everybody as evenly in the first, second, … seat as the company allows."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np

from tournaments.pairing.tables.costs import Ints

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
