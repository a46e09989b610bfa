"""FIDE's conversion tables."""

from __future__ import annotations

import pytest

from arbiter.fide import dp, expected_percent


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


def test_a_score_is_a_percentage() -> None:
    with pytest.raises(ValueError, match="per cent"):
        dp(101)
