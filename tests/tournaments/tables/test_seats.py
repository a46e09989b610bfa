"""Seats: everybody as often in each as the company allows."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from tests.tournaments.tables.events import after
from tournaments.pairing.tables.seats import UNEVEN, equally_cheap_orders, seat_costs, table_costs


def uneven(past: list[tuple[int, ...]], size: int) -> int:
    """Players whose most frequent and rarest seat are more than one game apart."""
    sat = Counter((number, seat) for table in past for seat, number in enumerate(table))
    counts = [[sat[number, seat] for seat in range(4)] for number in range(1, size + 1)]
    return sum(max(row) - min(row) > 1 for row in counts)


@pytest.mark.parametrize(("size", "rounds"), [(64, 4), (64, 6), (100, 8), (250, 4)])
def test_seats_are_within_one_for_nearly_everybody(size: int, rounds: int) -> None:
    """After 4 and 8 rounds everybody must have sat in every seat equally often; after others there is more choice."""
    assert uneven(after(size, rounds, seed=1).past, size) <= size * 0.05


def test_the_cheapest_orders_of_a_table_are_found_among_all() -> None:
    chance = np.random.default_rng(1)
    sat = chance.integers(0, 3, size=(40, 5))
    price = seat_costs(sat, 4)
    for size in (3, 4, 5):
        tables = np.array([chance.permutation(40)[:size] for _ in range(20)])
        costs = table_costs(price, tables).tolist()
        for table, orders, cost in zip(
            tables.tolist(), equally_cheap_orders(price, tables, chance), costs, strict=True
        ):
            every = {way: sum(price[who, seat] for seat, who in enumerate(way)) for way in permutations(table)}
            assert cost == min(every.values())
            assert sorted(map(tuple, orders.tolist())) == sorted(way for way in every if every[way] == cost)


def test_a_rare_seat_is_cheap_and_one_that_would_be_uneven_dear() -> None:
    price = seat_costs(np.array([[1, 1, 1, 0], [0, 0, 0, 0], [1, 0, 0, 0]]), 4)
    assert price.tolist() == [[UNEVEN + 3] * 3 + [1], [1, 1, 1, 1], [UNEVEN + 3, 1, 1, 1]]
