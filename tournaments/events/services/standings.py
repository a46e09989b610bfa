"""The lines of the standings, made anew from all results whenever one has changed, with where everybody can still finish."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from tournaments.events.situations import open_games, situation_of
from tournaments.models import Entry, Event, Standing
from tournaments.plans.prospects import prospects_of
from tournaments.plans.standings import standings_of, told
from tournaments.standings.prospects import Prospect
from tournaments.standings.ranking import Standings

from .locking import locked


@dataclass(frozen=True, slots=True)
class Found:
    """Everybody in order, and where those can still finish of whom something can be said."""

    standings: Standings
    prospects: Mapping[int, Prospect]


def stale(most: int, without: Collection[int] = ()) -> list[int]:
    """Events whose standings no longer follow from their results, but for some."""
    found = Event.objects.filter(standings_due=True).exclude(pk__in=without).order_by("pk")
    return list(found.values_list("pk", flat=True)[:most])


def refresh(*, event_id: int, now: datetime) -> None:
    """Write the standings of an event as its results are now: computed without the lock, which takes a second in a large event,
    and written only while nothing has changed since; else the next sweep does it. May run twice."""
    before = Event.objects.get(pk=event_id)
    found = _found(before, now)
    with transaction.atomic():
        event = locked(event_id)
        if event.version == before.version:
            keep(event, found)


def write(event: Event, now: datetime) -> None:
    """The same at once, with the event's row locked already."""
    keep(event, _found(event, now))


def final(event: Event, now: datetime) -> Found:
    """The lines of an event after which no round follows: every place is certain."""
    return Found(standings_of(situation_of(event, now)), {})


def _found(event: Event, now: datetime) -> Found:
    situation = situation_of(event, now)
    found = standings_of(situation)
    is_open = event.is_running and situation.done > 0
    return Found(found, prospects_of(situation, found, open_games(event)) if is_open else {})


def keep(event: Event, found: Found) -> None:
    """Write these lines instead of those that stand. The event's row is locked."""
    values = told(found.standings)
    entries = dict(Entry.objects.filter(event=event, number__isnull=False).values_list("number", "pk"))
    Standing.objects.filter(event=event).delete()
    Standing.objects.bulk_create(
        Standing(
            event=event,
            entry_id=entries[row.entrant],
            place=row.place,
            order=order,
            shared_by=row.shared_by,
            values=values[row.entrant],
            decided_by=row.decided_by or "",
            best=prospect.best if prospect else None,
            worst=prospect.worst if prospect else None,
        )
        for order, row in enumerate(found.standings.rows, start=1)
        for prospect in [found.prospects.get(row.entrant)]
    )
    event.standings_due = False
    event.save(update_fields=["standings_due"])
