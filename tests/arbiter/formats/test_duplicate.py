"""Duplicate: who held the same seat in the same deal is compared, nobody else."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from arbiter.errors import ResultError
from arbiter.formats.duplicate import PlayedDeal, compare, totals


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


def test_a_total_is_an_average_so_fewer_deals_are_no_handicap() -> None:
    games = [
        PlayedDeal(1, (1, 2), (50, 60)),
        PlayedDeal(1, (3, 4), (40, 70)),
        PlayedDeal(2, (1, 3), (30, 20)),
        PlayedDeal(2, (4, 2), (10, 20)),
        PlayedDeal(3, (5, 1), (9, 9)),
    ]  # fmt: skip
    table = totals(compare(games))
    assert [(row.player, row.deals, row.share) for row in table] == [
        (1, 3, Fraction(5, 6)),
        (5, 1, Fraction(1, 2)),
        (4, 2, Fraction(1, 2)),  # as large a share, but 5 victory points a deal behind
        (2, 2, Fraction(1, 4)),
        (3, 2, Fraction(1, 4)),
    ]

    assert [(row.place, row.shared_by) for row in table] == [(1, 1), (2, 1), (3, 1), (4, 2), (4, 2)]


def test_equals_in_share_and_margin_share_a_place_and_the_next_is_counted_on() -> None:
    games = [PlayedDeal(1, (9, 1), (50, 30)), PlayedDeal(1, (2, 7), (50, 40)), PlayedDeal(1, (3, 8), (20, 30))]
    table = totals(compare(games))
    assert [(row.place, row.shared_by, row.player, row.share, row.margin) for row in table] == [
        (1, 1, 7, 1, 10),
        (2, 2, 2, Fraction(3, 4), 15),
        (2, 2, 9, Fraction(3, 4), 15),
        (4, 2, 1, Fraction(1, 4), -5),
        (4, 2, 8, Fraction(1, 4), -5),
        (6, 1, 3, 0, -30),
    ]
    assert totals([]) == ()


def test_a_place_is_one_more_than_those_before_whatever_the_numbers_of_the_players() -> None:
    """Players renumbered at random have the same places; few different points make many equals."""
    chance = random.Random(13)
    shared = 0
    for _ in range(200):
        names = chance.sample(range(1, 100), 9)
        games = [
            PlayedDeal(deal, tuple(names[i] for i in seats), tuple(chance.randint(1, 2) for _ in seats))
            for deal in range(2)
            for seats in ((0, 1, 2), (3, 4, 5), (6, 7, 8))
        ]
        table = totals(compare(games))
        worth = {row.player: (row.share, row.margin) for row in table}
        for row in table:
            assert row.place == 1 + sum(other > worth[row.player] for other in worth.values())
            assert row.shared_by == list(worth.values()).count(worth[row.player])
        other_names = dict(zip(names, chance.sample(range(1, 100), 9), strict=True))
        renamed = [PlayedDeal(g.deal, tuple(other_names[p] for p in g.players), g.points) for g in games]
        places = {row.player: row.place for row in totals(compare(renamed))}
        assert places == {other_names[row.player]: row.place for row in table}
        shared += any(row.shared_by > 1 for row in table)
    assert shared > 100


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
