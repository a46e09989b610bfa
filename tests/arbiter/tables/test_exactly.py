"""Small fields against the best round there is, found by an exact solver."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arbiter.pairing.tables.field import Sizes
from arbiter.pairing.tables.rounds import pair_tables
from tests.arbiter.tables.exact import best_round, fewest_uneven
from tests.arbiter.tables.tournaments import after
from tests.seldom import first_few

WITH_FIVE = frozenset({3, 4, 5})
STATES = [
    (8, 2, Sizes()), (9, 2, Sizes()), (10, 3, Sizes()), (11, 2, Sizes(4, WITH_FIVE)), (12, 1, Sizes()), (12, 3, Sizes()),
    (13, 2, Sizes()), (13, 3, Sizes(4, WITH_FIVE)), (14, 1, Sizes()), (14, 3, Sizes()), (15, 4, Sizes()),
    (15, 3, Sizes(5, WITH_FIVE)), (16, 2, Sizes()), (16, 4, Sizes()), (18, 3, Sizes(3, frozenset({3, 4}))), (24, 2, Sizes()),
]  # fmt: skip


def compared(players: int, rounds: int, sizes: Sizes) -> float:
    """Assert that the round is the best in repeats and fairness; how its spread compares with the least possible."""
    tournament = after(players, rounds, seed=players + rounds, sizes=sizes)
    field = tournament.field()
    found = pair_tables(field).report
    best = best_round(field, sizes.of(players))
    assert (found.repeats, found.unfairness) == (best.repeats, best.unfairness), (players, rounds)
    assert found.repeats_bound <= best.repeats
    assert found.unfairness_bound <= best.unfairness
    assert found.spread_bound <= best.spread <= found.spread
    return float(found.spread / best.spread) if best.spread else 1.0 + float(found.spread)


@pytest.mark.parametrize(
    "states", [STATES[:8], pytest.param(STATES[8:], marks=pytest.mark.slow)], ids=["small", "large"]
)
def test_repeats_and_fairness_are_the_least_possible_and_spread_is_within_a_twentieth_on_average(
    states: list[tuple[int, int, Sizes]],
) -> None:
    ratios = [compared(*state) for state in states]
    assert sum(ratios) <= 1.05 * len(ratios)


def test_without_a_price_for_seats_spread_is_nothing_but_spread() -> None:
    field = after(12, 3, seed=4, seat_price=Fraction(0)).field()
    assert pair_tables(field).report.spread == best_round(field, (4, 4, 4)).spread


ENOUGH = Fraction(95, 100)
LEEWAY = Fraction(105, 100)


@pytest.mark.parametrize(("players", "seed"), first_few([(16, 1), (16, 2), (20, 1), (20, 2), (24, 1)], 3))
def test_seats_are_within_one_for_nearly_all_or_for_as_many_as_the_round_allows(players: int, seed: int) -> None:
    """Round 4 is the hard one: within one then means every seat once, so four who meet must lack four different seats.

    The solver tells how many can have that in any round as good in repeats and at most a twentieth wider in spread.
    """
    field = after(players, 3, seed).field()
    uneven = pair_tables(field).report.uneven_seats
    if uneven > players * (1 - ENOUGH):
        assert uneven <= fewest_uneven(field, (4,) * (players // 4), LEEWAY)
