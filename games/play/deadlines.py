"""How reliably somebody answers: deadlines met and missed, in all games that are not closed (`games.play.visibility`):
the number of
answers tells how a game went.

A seat counts while it is held, so that a move writes nothing more for it; the tenure takes the counts over when it ends. What
may not tell whom it asks (`games.play.asked`) counts for nobody.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Case, F, Q, QuerySet, Sum, Value, When

from accounts.models import User
from games import extensions
from games.models import Seat, Source, Tenure
from games.play import visibility
from statements.prepared import Prepared

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
    return Kept(*next(iter(_sums(extensions.closed())(user.pk)), (0, 0)))


@lru_cache(maxsize=4)
def _sums(closed: Q | None) -> Prepared:
    """`closed` is what other apps ask for, from which the statement follows too."""

    def build(user: int) -> QuerySet[Tenure, Any]:
        open_to_all = Tenure.objects.filter(user=user).exclude(visibility.is_closed("seat__game"))
        sums = (
            open_to_all.order_by()
            .values("user")
            .annotate(met=_all_of("deadlines_met"), missed=_all_of("deadlines_missed"))
        )
        return sums.values_list("met", "missed")

    return Prepared(build, 1)


def _all_of(column: str) -> Sum:
    still_counted = Case(When(until=None, then=F(f"seat__{column}")), default=Value(0))
    return Sum(F(column) + still_counted)


def hand_over(seat: Seat, tenure: Tenure) -> None:
    """The tenure ends: what the seat has counted is its own from now on. The caller writes both."""
    tenure.deadlines_met, tenure.deadlines_missed = seat.deadlines_met, seat.deadlines_missed
    seat.deadlines_met = seat.deadlines_missed = 0
