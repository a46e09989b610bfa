"""Two accounts are one person's: what one had in events is the other's."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from tournaments.events.errors import MetInAnEvent
from tournaments.models import Act, Director, Entry, Event, EventInvitation, Follow, Post, Report

from . import log


def events_of(user_id: int) -> set[int]:
    """In which he plays or played, directs or made something, also as a substitute at a table."""
    had_a_part = (
        Q(entries__user=user_id),
        Q(directors__user=user_id),
        Q(created_by=user_id),
        Q(acts__by=user_id),
        Q(rounds__tables__game__seats__tenures__user=user_id),
    )
    return {event for part in had_a_part for event in Event.objects.filter(part).values_list("pk", flat=True)}


@transaction.atomic
def take_events(*, gone: User, stays: User, now: datetime) -> list[int]:
    """Hand what `gone` has in events to `stays`: his places with all that was counted there, what he directs and wrote. Places hang
    on the numbers of entrants, so results, pairings and standings stay as they are; the log of each event says what has happened.

    Raises MetInAnEvent where both have had a part in one event. Games are not locked before. Returns the events.
    """
    events = list(Event.objects.select_for_update().filter(pk__in=events_of(gone.pk)).order_by("pk"))
    if {event.pk for event in events} & events_of(stays.pk):
        raise MetInAnEvent
    for event in events:
        entry = event.entries.filter(user=gone).first()
        if entry is None and not event.directors.filter(user=gone).exists():
            continue
        Entry.objects.filter(event=event, user=gone).update(user=stays)
        Director.objects.filter(event=event, user=gone).update(user=stays)
        player = entry.number if entry is not None else None
        log.write(event, "merged", now=now, user=stays.pk, before=gone.pk, player=player)
    Event.objects.filter(created_by=gone).update(created_by=stays)
    Act.objects.filter(by=gone).update(by=stays)  # the chain does not cover who it was
    Post.objects.filter(by=gone).update(by=stays)
    Report.objects.filter(by=gone).update(by=stays)
    Report.objects.filter(answered_by=gone).update(answered_by=stays)
    EventInvitation.objects.filter(inviter=gone).update(inviter=stays)
    asked = EventInvitation.objects.filter(user=stays).values("event")
    EventInvitation.objects.filter(user=gone).exclude(event__in=asked).update(user=stays)
    followed = Follow.objects.filter(user=stays)
    own = Follow.objects.filter(user=gone)
    own.filter(event__isnull=False).exclude(event__in=followed.filter(event__isnull=False).values("event")).update(
        user=stays
    )
    own.filter(league__isnull=False).exclude(league__in=followed.filter(league__isnull=False).values("league")).update(
        user=stays
    )
    return [event.pk for event in events]
