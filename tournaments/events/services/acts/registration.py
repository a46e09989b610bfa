"""A director closes the registration of an event before its time, or opens it again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tournaments.events.errors import WrongState
from tournaments.events.services import dues, log
from tournaments.events.services.locking import directed
from tournaments.models import EventState, What

from .checks import reasoned


@transaction.atomic
def close_entries(*, event_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """Nobody enters by himself any more; who is in stays, and directors add others. Raises WrongState where they are closed."""
    event = directed(event_id, director, EventState.OPEN)
    words = reasoned(reason)
    if event.closes_at is not None and event.closes_at <= now:
        raise WrongState
    event.closes_at = now
    event.save(update_fields=["closes_at"])
    dues.put(event, What.CLOSES, None)
    log.write(event, "closed entries", now=now, by=director, reason=words, private=private)


@transaction.atomic
def reopen_entries(*, event_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """People enter again until the event starts. Raises WrongState where they are open."""
    event = directed(event_id, director, EventState.OPEN)
    words = reasoned(reason)
    if event.closes_at is None or event.closes_at > now:
        raise WrongState
    event.closes_at = None
    event.save(update_fields=["closes_at"])
    log.write(event, "reopened entries", now=now, by=director, reason=words, private=private)
