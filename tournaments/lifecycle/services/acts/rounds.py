"""A director gives a round another deadline."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tournaments.lifecycle import applicants, notifications
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed
from tournaments.models import TournamentState, What

from .checks import later, open_round, reasoned

REMINDED = 5
"""Who still plays is reminded when this part of the time is left."""


@transaction.atomic
def move_deadline(
    *, tournament_id: int, director: User, number: int, at: datetime, reason: str, now: datetime, private: str = ""
) -> None:
    """A round ends at another time, earlier or later, in the future. Raises NoSuchRound for one that is closed."""
    tournament = directed(tournament_id, director, TournamentState.RUNNING)
    words, of = reasoned(reason), open_round(tournament, number)
    later(at, now)
    before, of.deadline_at = of.deadline_at, at
    of.save(update_fields=["deadline_at"])
    log.put(tournament, What.DEADLINE, at, number)
    log.put(tournament, What.REMINDER, at - (at - now) / REMINDED, number)
    act = log.write(
        tournament,
        "deadline",
        now=now,
        by=director,
        reason=words,
        private=private,
        round=number,
        before=before.isoformat(),
        until=at.isoformat(),
    )
    notifications.decided(tournament, act, applicants.still_playing(of), now=now)
