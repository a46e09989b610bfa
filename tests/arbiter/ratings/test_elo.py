"""Pairwise Elo: the published examples, ties, and what holds for all tables."""

from __future__ import annotations

from itertools import permutations
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.errors import RatingError
from arbiter.ratings.elo import DEFAULT, Formula, Pool, Spread, expected, explain, play, scores, surpluses

FLAT = Formula(new_k=32, settled_k=32, settling_games=0, spread=Spread.OPPONENTS)
"""K = 32 / (n - 1), the formula of the examples."""

ratings = st.floats(800, 2800)
tables = st.integers(2, 5).flatmap(
    lambda size: st.tuples(
        st.lists(ratings, min_size=size, max_size=size), st.lists(st.integers(1, 5), min_size=size, max_size=size)
    )
)


def changes(before: list[float], ranks: list[int], formula: Formula = FLAT) -> list[float]:
    made = explain(range(len(before)), before, ranks, [100] * len(before), formula)
    return [change.after - change.before for change in made]


@pytest.mark.parametrize(
    ("before", "ranks", "deltas"),
    [
        ([1500, 1500, 1500, 1500], [1, 2, 3, 4], [16, 5.3333, -5.3333, -16]),
        ([1600, 1500, 1500, 1400], [2, 1, 4, 3], [-0.4254, 16, -16, 0.4254]),
        ([1500, 1500, 1500], [1, 1, 3], [8, 8, -16]),
        ([1700, 1300], [2, 1], [-29.0909, 29.0909]),
    ],
)
def test_the_examples_of_the_anchors(before: list[float], ranks: list[int], deltas: list[float]) -> None:
    """Section 7, with K = 32 / (n - 1)."""
    assert changes(before, ranks) == pytest.approx(deltas, abs=5e-5)


@given(table=tables)
def test_with_one_k_the_changes_of_a_table_sum_to_zero(table: tuple[list[float], list[int]]) -> None:
    before, ranks = table
    assert abs(fsum(changes(before, ranks))) < 1e-9


@given(table=tables)
def test_the_best_gain_and_the_worst_lose(table: tuple[list[float], list[int]]) -> None:
    """Who alone is first cannot lose points, who alone is last cannot win any."""
    before, ranks = table
    deltas = changes(before, ranks)
    for own, delta in zip(ranks, deltas, strict=True):
        if ranks.count(own) == 1 and own == min(ranks):
            assert delta > 0
        if ranks.count(own) == 1 and own == max(ranks):
            assert delta < 0


@given(table=tables)
def test_the_explanation_adds_up(table: tuple[list[float], list[int]]) -> None:
    before, ranks = table
    for change in explain(range(len(before)), before, ranks, [0, 5, 10, 20, 30][: len(before)], DEFAULT):
        surplus = fsum(pair.score - pair.expected for pair in change.pairs)
        assert change.after == pytest.approx(change.before + change.k / change.divisor * surplus, abs=1e-9)


@given(table=tables, careers=st.lists(st.integers(0, 40), min_size=5, max_size=5))
def test_rating_in_a_pool_is_what_an_explanation_says(table: tuple[list[float], list[int]], careers: list[int]) -> None:
    """The same to the last bit as the definition, wherever in the pool the players' slots are."""
    before, ranks = table
    size = len(before)
    pool = Pool([0.0, *before], [0, *careers[:size]])
    slots = list(range(size, 0, -1))
    play(pool, slots, scores(tuple(ranks[::-1])), DEFAULT.steps()[size])
    told = explain(slots, before[::-1], ranks[::-1], careers[:size][::-1], DEFAULT)
    assert pool.values[1:][::-1] == [change.after for change in told]
    assert pool.games == [0, *(games + 1 for games in careers[:size])]


@given(one=ratings, other=ratings)
def test_two_expectations_are_a_whole(one: float, other: float) -> None:
    assert expected(one, other) + expected(other, one) == pytest.approx(1, abs=1e-12)
    assert expected(one, other) == pytest.approx(1 / (1 + 10 ** ((other - one) / 400)), abs=1e-12)


def test_the_order_of_the_seats_changes_no_more_than_rounding() -> None:
    before, ranks = [1622.5, 1500.0, 1333.0, 1700.25], [2, 1, 3, 3]
    base = dict(zip(before, surpluses(before, ranks), strict=True))
    for order in permutations(range(4)):
        again = surpluses([before[i] for i in order], [ranks[i] for i in order])
        assert again == pytest.approx([base[before[i]] for i in order], abs=1e-12)


def test_k_falls_in_even_steps_while_a_rating_is_provisional() -> None:
    """60 to 24 over the first 30 games."""
    assert [DEFAULT.k(games) for games in (0, 15, 29, 30, 500)] == [60, 42, pytest.approx(25.2), 24, 24]
    assert DEFAULT.is_provisional(29)
    assert not DEFAULT.is_provisional(30)


def test_a_newcomer_moves_more_than_the_settled_opponent() -> None:
    """With different K the changes do not sum to zero; that is the price of finding a newcomer's level soon."""
    new, old = explain([1, 2], [1500, 1500], [1, 2], [0, 100], DEFAULT)
    assert new.after - new.before == pytest.approx(30)
    assert old.after - old.before == pytest.approx(-12)


def test_a_formula_that_moves_nothing_is_refused() -> None:
    for wrong in ({"new_k": 0.0}, {"settled_k": -1.0}, {"settling_games": -1}):
        with pytest.raises(RatingError):
            Formula(**wrong)  # type: ignore[arg-type]
