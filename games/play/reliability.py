"""How reliably and how fast a player answers: deadlines met and missed, and the usual time for an answer.

A seat counts while it is held, so that a move writes nothing more for it; the tenure takes the counts over when it ends. What
may not tell whom it asks (`games.play.secrecy`) counts for nobody.
"""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.db.models import Case, F, OuterRef, Q, Subquery, Sum, Value, When

from accounts.models import User
from games.models import LogRow, RowKind, Seat, Source, Tenure
from games.play import visibility
from notifications.planning import usual_answer_time

ANSWERED = (Source.PAGE, Source.API, Source.MAIL, Source.STANDING)
"""Whence the answers come that a person gives, now or by an order given before."""


class DeadlineRecord(NamedTuple):
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


def kept_deadlines(user: User) -> DeadlineRecord:
    """Of all tenures of this user. One statement."""
    told = Tenure.objects.filter(user=user).exclude(visibility.is_closed("seat__game"))
    sums = told.aggregate(met=_sum_of("deadlines_met"), missed=_sum_of("deadlines_missed"))
    return DeadlineRecord(sums["met"] or 0, sums["missed"] or 0)


def _sum_of(column: str) -> Sum:
    still_counted = Case(When(until=None, then=F(f"seat__{column}")), default=Value(0))
    return Sum(F(column) + still_counted)


def hand_over(seat: Seat, tenure: Tenure) -> None:
    """The tenure ends: what the seat has counted is its own from now on. The caller writes both."""
    tenure.deadlines_met, tenure.deadlines_missed = seat.deadlines_met, seat.deadlines_missed
    seat.deadlines_met = seat.deadlines_missed = 0


GAMES, ANSWERS = 12, 40
"""How many of his last games and answers are looked at; older ones say little of how he lives now."""

BY_PLAYER = (Source.PAGE, Source.API, Source.MAIL)


def answer_times(user_id: int) -> list[timedelta]:
    """How long his last answers took, the latest first: from the row of the log before each, where that is another seat's, because
    it has put the question. Further acts of the same turn follow a row of his own and do not count."""
    held = Tenure.objects.filter(user=user_id).order_by("-since")
    his = Q(pk__in=[])
    for game, seat, since, until in held.values_list("seat__game", "seat__index", "since_number", "until_number")[
        :GAMES
    ]:
        one = Q(game=game, seat=seat, number__gt=since)
        his |= one if until is None else one & Q(number__lte=until)
    before = LogRow.objects.filter(game=OuterRef("game"), number=OuterRef("number") - 1)
    moves = LogRow.objects.filter(his, kind=RowKind.MOVE, source__in=BY_PLAYER).annotate(
        asked_at=Subquery(before.values("at")[:1]), asked_by=Subquery(before.values("seat")[:1])
    )
    found = moves.filter(asked_at__isnull=False).exclude(asked_by=F("seat")).order_by("-at", "-number")
    return [at - asked for at, asked in found.values_list("at", "asked_at")[:ANSWERS]]


def usual_time(user_id: int) -> timedelta | None:
    """The median of these; None where they are too few (`notifications.planning`)."""
    return usual_answer_time(answer_times(user_id))
