"""Match points of one table, the same worth at a table of 3 as at one of 5."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arbiter.errors import FieldError


def match_points(places: Sequence[int]) -> tuple[Fraction, ...]:
    """The share of opponents each player beat, a tie counting half: from 1 for a sole winner down to 0.

    `places` are final places from 1, shared places equal ("1, 2, 2, 4"). The winner always gets 1, the last 0, and the
    average is 1/2 at any table: 1, 2/3, 1/3, 0 for four; 1, 1/2, 0 for three; 1, 3/4, 1/2, 1/4, 0 for five. Raises
    FieldError for fewer than two players or places that do not follow from an order.
    """
    if len(places) < 2:
        raise FieldError("A table needs at least two players.")
    for place in places:
        if place != 1 + sum(other < place for other in places):
            raise FieldError(
                "Places {places} are not a valid ranking: {place} must be one more than the number of players ahead.",
                places=tuple(places),
                place=place,
            )
    return tuple(share_beaten(len(places), place, places.count(place)) for place in places)


def share_beaten(size: int, place: int, shared_by: int) -> Fraction:
    """The share of the others at a table that a place beats, those who share it half: the one unit of match points, of
    which standings show twelfths."""
    return Fraction(2 * (size - place) - (shared_by - 1), 2 * (size - 1))
