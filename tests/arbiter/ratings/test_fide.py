"""FIDE's practice and tables for two players."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arbiter.errors import RatingError
from arbiter.fide import (
    FideResult,
    change,
    difference,
    dp,
    expected_percent,
    first_rating,
    k_factor,
    k_in_period,
    published,
)

HALF = Fraction(1, 2)
results = st.builds(FideResult, st.integers(1400, 2800), st.sampled_from([Fraction(0), HALF, Fraction(1)]))


@pytest.mark.parametrize(
    ("gap", "percent"),
    [
        (0, 50),
        (3, 50),
        (4, 51),
        (10, 51),
        (11, 52),
        (99, 64),
        (188, 74),
        (200, 76),
        (391, 91),
        (392, 92),
        (735, 99),
        (736, 100),
    ],
)
def test_the_table_of_expectations(gap: int, percent: int) -> None:
    """Both ends of rows, and the other side of the table."""
    assert expected_percent(gap) == percent
    assert expected_percent(-gap) == 100 - percent


@pytest.mark.parametrize(
    ("percent", "points"),
    [(50, 0), (55, 36), (60, 72), (66, 117), (67, 125), (75, 193), (80, 240), (90, 366), (99, 677), (100, 800)],
)
def test_the_table_of_differences(percent: int, points: int) -> None:
    assert dp(percent) == points
    assert dp(100 - percent) == -points


def test_the_two_tables_are_each_others_inverse() -> None:
    """A difference dp(p) is expected to score p, but for the ends, where the table of scores stops at 800."""
    assert [p for p in range(1, 100) if expected_percent(dp(p)) != p] == []


def test_beating_somebody_200_points_stronger() -> None:
    """1800 with K 20 beats 2000: expected .24, +15.2."""
    assert change(1800, 20, [FideResult(2000, Fraction(1))]) == Fraction(152, 10)


def test_differences_over_400_count_as_400_below_2650() -> None:
    assert [difference(2600, 1800), difference(1800, 2600), difference(2650, 1800)] == [400, -400, 850]
    assert change(2000, 20, [FideResult(1400, Fraction(1))]) == 20 * Fraction(8, 100)


@given(games=st.lists(results, max_size=20), seed=st.randoms(use_true_random=False))
def test_the_order_of_games_within_a_period_does_not_matter(games: list[FideResult], seed: object) -> None:
    shuffled = list(games)
    seed.shuffle(shuffled)  # type: ignore[attr-defined]
    assert change(1900, 20, games) == change(1900, 20, shuffled)


@given(
    one=st.integers(1400, 3000), other=st.integers(1400, 3000), score=st.sampled_from([Fraction(0), HALF, Fraction(1)])
)
def test_with_one_k_what_one_wins_the_other_loses(one: int, other: int, score: Fraction) -> None:
    """Exactly: the tables of the stronger and the weaker add up to a hundred, where both take the same difference."""
    assume((one >= 2650) == (other >= 2650) or abs(one - other) <= 400)
    assert change(one, 20, [FideResult(other, score)]) + change(other, 20, [FideResult(one, 1 - score)]) == 0


def test_across_2650_a_difference_over_400_is_not_zero_sum() -> None:
    """The stronger counts 850 and expects everything, the weaker counts 400 and expects .08."""
    assert change(2650, 10, [FideResult(1800, Fraction(1))]) == 0
    assert change(1800, 10, [FideResult(2650, Fraction(0))]) == -Fraction(4, 5)
    assert change(2650, 10, [FideResult(1800, Fraction(0))]) == -10
    assert change(1800, 10, [FideResult(2650, Fraction(1))]) == Fraction(92, 10)


def test_k_by_career() -> None:
    """40 to the 30th game, 20 below 2400, 10 for good; juniors keep 40 below 2300."""
    assert k_factor(1500, 29) == 40
    assert k_factor(1500, 30) == 20
    assert k_factor(2399, 100) == 20
    assert k_factor(2400, 100) == 10
    assert k_factor(2350, 100, has_reached_2400=True) == 10
    assert k_factor(2299, 100, is_junior=True) == 40
    assert k_factor(2300, 100, is_junior=True) == 20


def test_k_times_the_games_of_a_period_is_at_most_700() -> None:
    assert [k_in_period(40, games) for games in (0, 17, 18, 35)] == [40, 40, 38, 20]
    games = [FideResult(1500, Fraction(1))] * 18
    assert change(1500, 40, games) == 38 * 9


def test_below_the_floor_a_rating_is_not_published() -> None:
    assert [published(Fraction(text)) for text in ("1399.4", "1399.5", "1850.5", "1400")] == [None, 1400, 1851, 1400]


def test_a_first_rating_takes_five_games_and_two_supposed_draws() -> None:
    """Five opponents of 1800 and 2.5 points: 1800. All five won: 86 per cent of seven, 309 more. Never over 2200."""
    even = [FideResult(1800, HALF)] * 5
    assert first_rating(even) == 1800
    assert first_rating([FideResult(1800, Fraction(1))] * 5) == 1800 + 309
    assert first_rating([FideResult(2300, Fraction(1))] * 5) == 2200
    assert first_rating(even[:4]) is None
    assert first_rating([FideResult(1800, Fraction(0))] * 5) is None


def test_what_is_no_result_is_refused() -> None:
    with pytest.raises(RatingError):
        change(1500, 20, [FideResult(1500, Fraction(3, 4))])
    with pytest.raises(ValueError, match="per cent"):
        dp(101)
