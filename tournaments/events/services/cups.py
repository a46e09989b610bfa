"""Open cups: a standing offer that starts by itself when enough are there, and is followed by the next one.

Who was not seen for some days is passed over and keeps his place in the line of the next cup, as does who came too late for
this one. Who follows a cup follows the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from tournaments.events.activity import seen_since
from tournaments.models import Director, Entry, EntryState, Event, EventState, Follow, What

from . import dues, log
from .creating import clone_of
from .locking import locked
from .starting import start

SEEN_WITHIN = timedelta(days=3)
AGAIN_AFTER = timedelta(hours=6)


def start_or_wait(*, event_id: int, now: datetime) -> None:
    """Start a cup if enough of its entrants were seen of late, else look again later."""
    with transaction.atomic():
        event = locked(event_id, EventState.OPEN)
        line = list(event.entries.filter(state=EntryState.ENTERED).order_by("entered_at", "pk"))
        seen = seen_since([entry.user_id for entry in line], now - SEEN_WITHIN)
        playing = [entry for entry in line if entry.user_id in seen][: event.most_entrants]
        if event.most_entrants is None or len(playing) < event.most_entrants:
            dues.put(event, What.STARTS, now + AGAIN_AFTER)
            return
        _open_next(event, [entry for entry in line if entry not in playing], now)
        start(event_id=event.pk, now=now)


def _open_next(event: Event, waiting: Sequence[Entry], now: datetime) -> None:
    """The next cup, with those who wait in their order."""
    following = Event(created_by=event.created_by, created_at=now, follows=event, state=EventState.OPEN)
    clone_of(event).write_to(following)
    following.title = next_title(event.title)
    following.save()
    Director.objects.bulk_create(
        Director(event=following, user_id=user, since=now) for user in event.directors.values_list("user", flat=True)
    )
    Follow.objects.bulk_create(
        Follow(event=following, user_id=user, since=now)
        for user in Follow.objects.filter(event=event).values_list("user_id", flat=True)
    )
    log.write(following, "opened", now=now, follows=event.pk)
    Entry.objects.filter(pk__in=[entry.pk for entry in waiting]).update(event=following)
    if waiting:
        log.write(event, "passed over", now=now, users=[entry.user_id for entry in waiting], next=following.pk)
        dues.put(following, What.STARTS, now + AGAIN_AFTER)


def next_title(title: str) -> str:
    """The name of the next cup: with its number one higher."""
    name, _, number = title.rpartition(" ")
    if name and number.isdecimal():
        return f"{name} {int(number) + 1}"
    return f"{title[:75]} 2"
