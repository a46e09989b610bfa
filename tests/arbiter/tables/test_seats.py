"""Seats: everybody as often in each as the company allows."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from arbiter.pairing.tables.rounds import pair_tables
from arbiter.pairing.tables.seats import (
    UNEVEN,
    equally_cheap_orders,
    fewest_uneven,
    seat_costs,
    seats_missed,
    table_costs,
)
from tests.arbiter.tables.tournaments import after
from tests.seldom import first_few


def uneven(past: list[tuple[int, ...]], size: int) -> int:
    """Players whose most frequent and rarest seat are more than one game apart."""
    sat = Counter((number, seat) for table in past for seat, number in enumerate(table))
    counts = [[sat[number, seat] for seat in range(4)] for number in range(1, size + 1)]
    return sum(max(row) - min(row) > 1 for row in counts)


@pytest.mark.parametrize(("size", "rounds"), [(64, 4), (64, 6), pytest.param(100, 8, marks=pytest.mark.slow), (250, 4)])
def test_seats_are_within_one_for_nearly_everybody(size: int, rounds: int) -> None:
    """After 4 and 8 rounds everybody must have sat in every seat equally often; after others there is more choice.

    So it is where the tournament prefers even seats; where the leaders' tables stay level, one in ten goes without.
    """
    assert uneven(after(size, rounds, seed=1, seat_share=None).past, size) <= size * 0.05
    assert uneven(after(size, rounds, seed=1).past, size) <= size * 0.14


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


def test_who_must_sit_in_a_seat_that_is_not_good_is_counted_among_all_orders() -> None:
    chance = np.random.default_rng(2)
    good = chance.random((40, 5)) < 0.4
    for size in (3, 4, 5):
        tables = np.array([chance.permutation(40)[:size] for _ in range(60)])
        for table, missed in zip(tables.tolist(), seats_missed(good, tables).tolist(), strict=True):
            most = max(sum(good[who, seat] for seat, who in enumerate(way)) for way in permutations(table))
            assert missed == size - most


def test_tables_of_three_have_no_fourth_seat_so_not_everybody_can_have_had_it() -> None:
    """Of 17 players two tables of four a round seat eight in the fourth seat in four rounds: nine are left without."""
    counts = np.array([[1, 1, 1, 0]] * 11 + [[1, 1, 0, 1]] * 3 + [[1, 0, 1, 1]] * 3)
    assert fewest_uneven(counts, 4, (4, 4, 3, 3, 3)) == 9
    assert fewest_uneven(np.zeros((7, 4), dtype=np.int64), 4, (4, 3)) == 0
    assert fewest_uneven(np.array([[2, 0, 0, 0]] * 4), 4, (4,)) == 4


@pytest.mark.parametrize(("players", "most"), first_few([(17, 1), (18, 2), (19, 3), (22, 3)], 2))
def test_at_tables_of_two_sizes_seats_are_nearly_as_even_as_there_are_seats(players: int, most: int) -> None:
    """After round 4, on average over two tournaments: few more than the chairs at the tables leave uneven anyway."""
    found = [pair_tables(after(players, 3, seed).field()).report for seed in (1, 2)]
    assert sum(one.uneven_seats - one.uneven_bound for one in found) <= 2 * most


def test_seats_of_the_third_round_leave_room_for_the_fourth() -> None:
    """Without a thought of the next round 70 to 78 of 100 players of 16, 20 and 24 came out even after round 4."""
    found = [pair_tables(after(players, 3, seed=1).field()).report for players in (16, 20, 24)]
    assert sum(one.uneven_seats for one in found) <= 0.15 * (16 + 20 + 24)
