"""Duplicate: who held the same seat in the same deal is compared, nobody else."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from arbiter.errors import ResultError
from arbiter.formats.duplicate import PlayedDeal, compare


def test_only_the_same_seat_of_the_same_deal_counts() -> None:
    """Three tables of three: seat 1 had 60, 50, 50; the first beats both, the others share what is left."""
    results = compare(
        [
            PlayedDeal(1, (1, 2, 3), (60, 70, 80)),
            PlayedDeal(1, (4, 5, 6), (50, 90, 10)),
            PlayedDeal(1, (7, 8, 9), (50, 80, 80)),
        ]
    )
    share = {row.player: row.share for row in results}
    assert [share[p] for p in (1, 4, 7)] == [1, Fraction(1, 4), Fraction(1, 4)]
    assert [share[p] for p in (2, 5, 8)] == [0, 1, Fraction(1, 2)]
    margin = {row.player: row.margin for row in results}
    assert (margin[1], margin[4]) == (10, -5)
    assert {row.rivals for row in results} == {2}


def test_shares_average_one_half_and_margins_add_up_to_nothing() -> None:
    chance = random.Random(2)
    for deal in range(50):
        size, tables = chance.randint(2, 5), chance.randint(2, 9)
        games = [
            PlayedDeal(deal, tuple(range(t * 10, t * 10 + size)), tuple(chance.randint(20, 60) for _ in range(size)))
            for t in range(tables)
        ]
        rows = compare(games)
        for seat in range(size):
            here = [row for row in rows if row.seat == seat]
            assert sum(row.share for row in here) == Fraction(tables, 2)
            assert sum(row.margin for row in here) == 0


def test_deals_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(ResultError, match=r"seats; the numbers must match\."):
        compare([PlayedDeal(1, (1, 2), (1, 2)), PlayedDeal(1, (3, 4, 5), (1, 2, 3))])
    with pytest.raises(ResultError, match="twice"):
        compare([PlayedDeal(1, (1, 2), (1, 2)), PlayedDeal(1, (1, 3), (1, 2))])
    with pytest.raises(ResultError, match="Deal 1 has 2 players but 1 results"):
        compare([PlayedDeal(1, (1, 2), (1,))])
