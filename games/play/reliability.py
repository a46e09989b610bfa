"""How reliably and how fast a player answers: deadlines met and missed, and the usual time for an answer.

Deadlines count in all games that are not closed (`games.play.visibility`), because the number of answers tells how a game went.
A seat counts them while it is held, so that a move writes no other row; the tenure takes the counts over when it ends, and the
player's sum when the game is over (`games.play.outcomes`). Secret questions (`games.play.secrecy`) count for nobody.
"""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from accounts.models import User
from games import extensions
from games.models import BY_PLAYER, LogRow, RowKind, Tenure
from games.play import visibility
from notifications.scheduling import usual_answer_time
from statements import Prepared

GAMES, ANSWERS = 12, 40
"""How many of a player's last games and answers are looked at; older ones say little about their life now."""


class DeadlineRecord(NamedTuple):
    """How many deadlines a player met, and how many passed without their answer."""

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
    """The deadlines of all tenures of this user. One statement, which reads the tenures that no sum holds yet."""
    return DeadlineRecord(*next(iter(_sums(extensions.closed())(user.pk)), (0, 0)))


@lru_cache(maxsize=4)
def _sums(closed: Q | None) -> Prepared:
    """`closed` is what other apps ask for, from which the statement follows too."""

    def build(user: int) -> QuerySet[User, Any]:
        fresh = Tenure.objects.filter(user=OuterRef("pk"), summed=False).exclude(visibility.is_closed("seat__game"))

        def of(column: str) -> Combinable:
            still_counted = Case(When(until=None, then=F(f"seat__deadlines_{column}")), default=Value(0))
            sums = fresh.order_by().values("user").annotate(sum=Sum(F(f"deadlines_{column}") + still_counted))
            return Coalesce(f"deadline_sum__{column}", 0) + Coalesce(Subquery(sums.values("sum")), 0)

        return User.objects.filter(pk=user).values_list(of("met"), of("missed"))

    return Prepared(build, 1)


def answer_times(user_id: int) -> list[timedelta]:
    """How long the user's last answers took, the latest first, counted from the row of the log before each.

    That row must be another seat's, because it has put the question: further moves of the same turn do not count.
    """
    held = Tenure.objects.filter(user=user_id).order_by("-since")
    own = Q(pk__in=[])
    for game, seat, since, until in held.values_list("seat__game", "seat__index", "since_number", "until_number")[
        :GAMES
    ]:
        one = Q(game=game, seat=seat, number__gt=since)
        own |= one if until is None else one & Q(number__lte=until)
    before = LogRow.objects.filter(game=OuterRef("game"), number=OuterRef("number") - 1)
    moves = LogRow.objects.filter(own, kind=RowKind.MOVE, source__in=BY_PLAYER).annotate(
        asked_at=Subquery(before.values("at")[:1]), asked_by=Subquery(before.values("seat")[:1])
    )
    found = moves.filter(asked_at__isnull=False).exclude(asked_by=F("seat")).order_by("-at", "-number")
    return [at - asked for at, asked in found.values_list("at", "asked_at")[:ANSWERS]]


def usual_time(user_id: int) -> timedelta | None:
    """The median of the last answer times; None where they are too few (`notifications.planning`)."""
    return usual_answer_time(answer_times(user_id))
