"""Match points for places. Who shares places shares their points, in exact fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arbiter.errors import RecordError
from arbiter.pairing.tables.points import share_beaten

TWELVE = 12


@dataclass(frozen=True, slots=True)
class Twelfths:
    """The share of opponents beaten, in twelfths, ties half: 12/8/4/0 for four, 12/6/0 for three, 12/9/6/3/0 for five.

    The mean of a table is six whatever its size, so points from tables of different sizes can be added. A seat that
    was left has its place like any other, so that this holds there too: last, it has beaten nobody.
    """

    def __call__(self, size: int, place: int, shared_by: int, *, left: bool = False) -> Fraction:
        """Points by seats at the table, place, by how many it is shared, and whether its player left."""
        if size < 2:
            raise RecordError("A table needs at least two seats.")
        return TWELVE * share_beaten(size, place, shared_by)


@dataclass(frozen=True, slots=True)
class ByPlace:
    """Points for every place, a falling row for each number of seats; shared places get the mean of theirs.

    A seat that its player left brings nothing, even where the last place brings a point.
    """

    rows: tuple[tuple[int, ...], ...]

    def __call__(self, size: int, place: int, shared_by: int, *, left: bool = False) -> Fraction:
        """Points by seats at the table, place, by how many it is shared, and whether its player left."""
        for row in self.rows:
            if len(row) == size:
                return Fraction(0) if left else Fraction(sum(row[place - 1 : place - 1 + shared_by]), shared_by)
        known = ", ".join(str(len(row)) for row in self.rows)
        raise RecordError("No points are defined for {size} seats, only for {known}.", size=size, known=known)


Scheme = Twelfths | ByPlace
"""What a seat brings: data, so that it can be kept with the tournament."""

twelfths = Twelfths()


def by_place(points: Mapping[int, Sequence[int]]) -> ByPlace:
    """A scheme from the points for every place by number of seats."""
    for size, row in points.items():
        if len(row) != size or list(row) != sorted(row, reverse=True):
            raise RecordError(
                "{points} for {size} seats: give one number per place, in descending order.",
                points=tuple(row),
                size=size,
            )
    return ByPlace(tuple(tuple(row) for row in points.values()))


league_points = by_place({2: (10, 1), 3: (10, 5, 1), 4: (10, 6, 3, 1), 5: (10, 6, 4, 2, 1)})
"""What leagues of four-player tables usually award; the rows for other sizes are our own. The means of rows differ."""

AVERAGE_BYE = Fraction(TWELVE, 2)
"""A bye where `twelfths` are awarded: what a table gives on average."""
