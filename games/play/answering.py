"""How long somebody usually takes to answer, from the questions that he has answered himself."""

from datetime import timedelta

from django.db.models import F, OuterRef, Q, Subquery

from games.models import LogRow, RowKind, Source, Tenure
from notifications.scheduling import usual_answer_time

GAMES, ANSWERS = 12, 40
"""How many of his last games and answers are looked at; older ones say little of how he lives now."""

HIMSELF = (Source.PAGE, Source.API, Source.MAIL)


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
    moves = LogRow.objects.filter(his, kind=RowKind.MOVE, source__in=HIMSELF).annotate(
        asked_at=Subquery(before.values("at")[:1]), asked_by=Subquery(before.values("seat")[:1])
    )
    found = moves.filter(asked_at__isnull=False).exclude(asked_by=F("seat")).order_by("-at", "-number")
    return [at - asked for at, asked in found.values_list("at", "asked_at")[:ANSWERS]]


def usual_time(user_id: int) -> timedelta | None:
    """The median of these; None where they are too few (`notifications.scheduling`)."""
    return usual_answer_time(answer_times(user_id))
