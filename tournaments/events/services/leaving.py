"""An account is about to be deleted: it leaves all events, and what it alone directs passes to those who run the site."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tournaments.events import notices
from tournaments.models import Director, EntryState, Event, EventState

from . import log
from .entering import IN, move_up, settled, take_out
from .locking import locked

GATHERS_OR_RUNS = (EventState.OPEN, EventState.RUNNING)


def leave_everything(user: User, *, now: datetime) -> None:
    """Withdraw from every event that is not over and direct none any more. May run twice. Games that run have been left."""
    entered = Event.objects.filter(state__in=GATHERS_OR_RUNS, entries__user=user, entries__state__in=IN)
    for event_id in list(entered.values_list("pk", flat=True)):
        _withdraw(event_id, user, now)
    for event_id in list(Director.objects.filter(user=user).values_list("event", flat=True)):
        _hand_over(event_id, user, now)


def heir(but_for: User) -> User | None:
    """Who takes over what nobody directs any more: of those who run the site, who has done so longest."""
    staff = User.objects.filter(is_staff=True, is_active=True, deleted_at=None).exclude(pk=but_for.pk)
    return staff.order_by("pk").first()


@transaction.atomic
def _withdraw(event_id: int, user: User, now: datetime) -> None:
    event = locked(event_id)
    entry = event.entries.filter(user=user, state__in=IN).first()
    if entry is None or event.is_over:
        return
    take_out(event, entry, EntryState.WITHDRAWN, now)
    log.write(event, "left", now=now, user=user.pk, player=entry.number, **settled(entry))
    move_up(event, now)


@transaction.atomic
def _hand_over(event_id: int, user: User, now: datetime) -> None:
    """A draft that nobody else has seen goes; else the event is directed by the others, or by an heir."""
    event = locked(event_id)
    if event.directors.count() == 1 and event.state == EventState.DRAFT:
        event.delete()
        return
    event.directors.filter(user=user).delete()
    log.write(event, "director left", now=now, user=user.pk)
    if event.directors.exists() or (found := heir(user)) is None:
        return
    Director.objects.create(event=event, user=found, since=now)
    act = log.write(event, "director follows", now=now, user=found.pk)
    notices.decided(event, act, [found.pk], now=now)
