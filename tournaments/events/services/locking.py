"""The lock of an event, which every change of it holds."""

from __future__ import annotations

from accounts.models import User
from tournaments.events.errors import NotADirector, WrongState
from tournaments.models import Event, EventState


def locked(event_id: int, *states: EventState) -> Event:
    """The event, its row locked until the transaction ends. Raises WrongState when it is in none of these states."""
    event = Event.objects.select_for_update().get(pk=event_id)
    if states and event.state not in states:
        raise WrongState
    return event


def directed(event_id: int, director: User, *states: EventState) -> Event:
    """The same for one of its directors. Raises NotADirector for anybody else."""
    event = locked(event_id)
    if not event.directors.filter(user=director).exists():
        raise NotADirector
    if states and event.state not in states:
        raise WrongState
    return event


def changed(event: Event, *fields: str) -> None:
    """Save a change: its version rises, so that a pairing made from what was before is not written."""
    event.version += 1
    event.save(update_fields=["version", *fields])
