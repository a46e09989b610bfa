"""A director gives a round another deadline."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tournaments.events import concerned, notices
from tournaments.events.services import dues, log
from tournaments.events.services.locking import directed
from tournaments.models import EventState, What

from .checks import later, open_round, reasoned

REMINDED = 5
"""Who still plays is reminded when this part of the time is left."""


@transaction.atomic
def move_deadline(
    *, event_id: int, director: User, number: int, at: datetime, reason: str, now: datetime, private: str = ""
) -> None:
    """A round ends at another time, earlier or later, in the future. Raises NoSuchRound for one that is closed."""
    event = directed(event_id, director, EventState.RUNNING)
    words, of = reasoned(reason), open_round(event, number)
    later(at, now)
    before, of.deadline_at = of.deadline_at, at
    of.save(update_fields=["deadline_at"])
    dues.put(event, What.DEADLINE, at, number)
    dues.put(event, What.REMINDER, at - (at - now) / REMINDED, number)
    act = log.write(
        event,
        "deadline",
        now=now,
        by=director,
        reason=words,
        private=private,
        round=number,
        before=before.isoformat(),
        until=at.isoformat(),
    )
    notices.decided(event, act, concerned.still_playing(of), now=now)
