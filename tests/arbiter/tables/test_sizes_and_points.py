"""Table sizes and match points: the small print of tables of 3 to 5."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arbiter.errors import FieldError, TableSizeError
from arbiter.pairing.tables.field import Sizes, match_points

WITH_FIVE = Sizes(4, frozenset({3, 4, 5}))


@pytest.mark.parametrize(
    ("players", "sizes", "expected"),
    [
        (12, Sizes(), (4, 4, 4)),
        (15, Sizes(), (4, 4, 4, 3)),
        (14, Sizes(), (4, 4, 3, 3)),
        (13, Sizes(), (4, 3, 3, 3)),
        (9, Sizes(), (3, 3, 3)),
        (6, Sizes(), (3, 3)),
        (3, Sizes(), (3,)),
        (5, Sizes(), (4,)),  # and a bye
        (5, WITH_FIVE, (5,)),
        (9, WITH_FIVE, (4, 5)),
        (13, WITH_FIVE, (4, 4, 5)),
        (14, WITH_FIVE, (4, 4, 3, 3)),  # as few others as 4 5 5, and smaller ones, hence shorter games
        (14, Sizes(4, frozenset({4})), (4, 4, 4)),  # and two byes
        (10, Sizes(3, frozenset({3, 4})), (3, 3, 4)),
        (11, Sizes(5, frozenset({3, 4, 5})), (5, 3, 3)),
    ],
)
def test_as_few_tables_of_another_size_as_can_be(players: int, sizes: Sizes, expected: tuple[int, ...]) -> None:
    found = sizes.of(players)
    assert (sorted(found), found[0]) == (sorted(expected), expected[0])


def test_everybody_sits_from_six_players_on() -> None:
    for players in range(6, 400):
        found = Sizes().of(players)
        assert sum(found) == players
        assert found.count(3) == {0: 0, 3: 1, 2: 2, 1: 3}[players % 4]
        with_five = WITH_FIVE.of(players)
        assert sum(with_five) == players
        assert len(with_five) - with_five.count(4) == {0: 0, 3: 1, 2: 2, 1: 1}[players % 4]


def test_too_few_players_and_odd_sizes_are_refused() -> None:
    with pytest.raises(TableSizeError, match="at least 3"):
        Sizes().of(2)
    with pytest.raises(TableSizeError, match="3 to 5"):
        Sizes(4, frozenset({4, 6}))
    with pytest.raises(TableSizeError, match="must be one of"):
        Sizes(5, frozenset({3, 4}))


def test_match_points_do_not_depend_on_the_size_of_the_table() -> None:
    assert [12 * p for p in match_points([1, 2, 3, 4])] == [12, 8, 4, 0]
    assert [12 * p for p in match_points([1, 2, 3])] == [12, 6, 0]
    assert [12 * p for p in match_points([1, 2, 3, 4, 5])] == [12, 9, 6, 3, 0]
    assert match_points([2, 1, 2, 4]) == (Fraction(1, 2), 1, Fraction(1, 2), 0)
    assert match_points([1, 1, 3, 4, 5])[0] == Fraction(7, 8)
    for places in ([1, 1, 1], [1, 2, 2, 2], [1, 1, 3, 3, 5]):
        assert sum(match_points(places)) == Fraction(len(places), 2)


def test_places_that_are_no_order_are_refused() -> None:
    for places in ([1, 2, 2, 3], [2, 3, 4], [0, 1, 2]):
        with pytest.raises(FieldError, match="are not a valid ranking"):
            match_points(places)
    with pytest.raises(FieldError, match="at least two"):
        match_points([1])
