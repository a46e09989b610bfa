"""Match points for places. Who shares places shares their points, in exact fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from tournaments.errors import RecordError

TWELVE = 12


class Scheme(Protocol):
    """What a seat brings."""

    def __call__(self, size: int, place: int, shared_by: int, *, left: bool = False) -> Fraction:
        """Match points by seats at the table, place, by how many it is shared, and whether its player left."""
        ...


def twelfths(size: int, place: int, shared_by: int, *, left: bool = False) -> Fraction:
    """The share of opponents beaten, in twelfths, ties half: 12/8/4/0 for four, 12/6/0 for three, 12/9/6/3/0 for five.

    The mean of a table is six whatever its size, so points from tables of different sizes can be added. A seat that
    was left has its place like any other, so that this holds there too: last, it has beaten nobody.
    """
    if size < 2:
        raise RecordError("A table has at least two seats.")
    beaten = size - place - (shared_by - 1)
    return TWELVE * (beaten + Fraction(shared_by - 1, 2)) / (size - 1)


def by_place(points: Mapping[int, Sequence[int]]) -> Scheme:
    """A scheme from the points for every place by number of seats; shared places get the mean of theirs.

    A seat that its player left brings nothing, even where the last place brings a point.
    """
    for size, row in points.items():
        if len(row) != size or list(row) != sorted(row, reverse=True):
            raise RecordError(f"{list(row)} for {size} seats: give one number for every place, falling.")

    def scheme(size: int, place: int, shared_by: int, *, left: bool = False) -> Fraction:
        if size not in points:
            raise RecordError(f"There are no points for {size} seats; the scheme knows {', '.join(map(str, points))}.")
        return Fraction(0) if left else Fraction(sum(points[size][place - 1 : place - 1 + shared_by]), shared_by)

    return scheme


league_points = by_place({2: (10, 1), 3: (10, 5, 1), 4: (10, 6, 3, 1), 5: (10, 6, 4, 2, 1)})
"""What leagues of four-player tables usually award; the rows for other sizes are our own. The means of rows differ."""

AVERAGE_BYE = Fraction(TWELVE, 2)
"""A bye where `twelfths` are awarded: what a table gives on average."""
