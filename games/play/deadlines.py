"""How reliably somebody answers: deadlines met and missed, in all games that are not closed (`games.play.visibility`):
the number of
answers tells how a game went.

A seat counts while it is held, so that a move writes nothing more for it; the tenure takes the counts over when it ends. What
may not tell whom it asks (`games.play.asked`) counts for nobody.
"""

from typing import NamedTuple

from django.db.models import Case, F, Sum, Value, When

from accounts.models import User
from games.models import Seat, Source, Tenure
from games.play import visibility

ANSWERED = (Source.PAGE, Source.API, Source.MAIL, Source.STANDING)
"""Whence the answers come that a person gives, now or by an order given before."""


class Kept(NamedTuple):
    """How many deadlines somebody met, and how many passed without his answer."""

    met: int
    missed: int

    @property
    def total(self) -> int:
        return self.met + self.missed

    @property
    def percent(self) -> int:
        """Rounded down, so that 100 means all. Only where there was any."""
        return self.met * 100 // self.total


def kept_deadlines(user: User) -> Kept:
    """Of all tenures of this user. One statement."""
    told = Tenure.objects.filter(user=user).exclude(visibility.is_closed("seat__game"))
    sums = told.aggregate(met=_all_of("deadlines_met"), missed=_all_of("deadlines_missed"))
    return Kept(sums["met"] or 0, sums["missed"] or 0)


def _all_of(column: str) -> Sum:
    still_counted = Case(When(until=None, then=F(f"seat__{column}")), default=Value(0))
    return Sum(F(column) + still_counted)


def hand_over(seat: Seat, tenure: Tenure) -> None:
    """The tenure ends: what the seat has counted is its own from now on. The caller writes both."""
    tenure.deadlines_met, tenure.deadlines_missed = seat.deadlines_met, seat.deadlines_missed
    seat.deadlines_met = seat.deadlines_missed = 0
