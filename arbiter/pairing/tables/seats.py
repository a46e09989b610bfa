"""Seats at given tables: everybody as evenly in the first, second, … seat as the company allows."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import numpy as np
import numpy.typing as npt

from arbiter.pairing.tables.costs import Bools, Ints

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
    turns = (sat[:, None, :] + taken)[:, :, :in_turn]  # player, seat he takes, how often he has sat in each
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
