"""A tournament that is on hold tries again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tournaments.events.errors import WrongState
from tournaments.events.services import log
from tournaments.events.services.halting import LIVE, halt_of
from tournaments.events.services.locking import directed

from .checks import reasoned


@transaction.atomic
def retry(*, event_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """The next sweep tries again what has failed. Raises WrongState where the event is not on hold."""
    event = directed(event_id, director, *LIVE)
    words = reasoned(reason)
    if halt_of(event, now) is None:
        raise WrongState
    log.write(event, "tried again", now=now, by=director, reason=words, private=private)
