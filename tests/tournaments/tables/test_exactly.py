"""Small fields against the best round there is, found by an exact solver."""

from __future__ import annotations

from fractions import Fraction

from tests.tournaments.tables.events import after
from tests.tournaments.tables.exact import best_round
from tournaments.pairing.tables.rounds import pair_tables
from tournaments.pairing.tables.sizes import Sizes

WITH_FIVE = frozenset({3, 4, 5})
STATES = [
    (8, 2, Sizes()), (9, 2, Sizes()), (10, 3, Sizes()), (11, 2, Sizes(4, WITH_FIVE)), (12, 1, Sizes()), (12, 3, Sizes()),
    (13, 2, Sizes()), (13, 3, Sizes(4, WITH_FIVE)), (14, 1, Sizes()), (14, 3, Sizes()), (15, 4, Sizes()),
    (15, 3, Sizes(5, WITH_FIVE)), (16, 2, Sizes()), (16, 4, Sizes()), (18, 3, Sizes(3, frozenset({3, 4}))), (24, 2, Sizes()),
]  # fmt: skip


def compared(players: int, rounds: int, sizes: Sizes) -> float:
    """Assert that the round is the best in repeats and fairness; how its spread compares with the least possible."""
    event = after(players, rounds, seed=players + rounds, sizes=sizes)
    field = event.field()
    found = pair_tables(field).report
    best = best_round(field, sizes.of(players))
    assert (found.repeats, found.unfairness) == (best.repeats, best.unfairness), (players, rounds)
    assert found.repeats_bound <= best.repeats
    assert found.unfairness_bound <= best.unfairness
    assert found.spread_bound <= best.spread <= found.spread
    return float(found.spread / best.spread) if best.spread else 1.0 + float(found.spread)


def test_repeats_and_fairness_are_the_least_possible_and_spread_is_within_a_twentieth_on_average() -> None:
    ratios = [compared(*state) for state in STATES]
    assert sum(ratios) <= 1.05 * len(ratios)


def test_without_a_price_for_seats_spread_is_nothing_but_spread() -> None:
    field = after(12, 3, seed=4, seat_price=Fraction(0)).field()
    assert pair_tables(field).report.spread == best_round(field, (4, 4, 4)).spread
