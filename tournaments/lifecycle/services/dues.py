"""What will happen by itself, as rows with their time."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F

from tournaments.models import Due, Tournament, What


def put(tournament: Tournament, what: What, at: datetime | None, number: int = 0) -> None:
    """Something will happen at this time, instead of any time put before; None: it will not."""
    if at is None:
        Due.objects.filter(tournament=tournament, what=what, number=number).delete()
        return
    Due.objects.update_or_create(tournament=tournament, what=what, number=number, defaults={"at": at})


def take(tournament: Tournament, what: What, number: int, now: datetime) -> bool:
    """Whether it is due, and if so that it has happened: False when somebody else did it or it was put off."""
    return bool(Due.objects.filter(tournament=tournament, what=what, number=number, at__lte=now).delete()[0])


def move_all(tournament: Tournament, by: timedelta) -> None:
    """Everything of the tournament happens later by this time."""
    Due.objects.filter(tournament=tournament).update(at=F("at") + by)


def due(now: datetime, most: int, without: Collection[int] = ()) -> list[tuple[int, str, int]]:
    """Tournament, what and number of what is due in tournaments that are not paused, oldest first; but for some tournaments."""
    rows = (
        Due.objects.filter(at__lte=now, tournament__paused_at=None).exclude(tournament__in=without).order_by("at", "id")
    )
    return list(rows.values_list("tournament_id", "what", "number")[:most])
