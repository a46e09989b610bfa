"""A director closes the registration of a tournament before its time, or opens it again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tournaments.lifecycle.errors import WrongState
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed
from tournaments.models import TournamentState, What

from .checks import reasoned


@transaction.atomic
def close_entries(*, tournament_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """Nobody enters by himself any more; who is in stays, and directors add others. Raises WrongState where they are closed."""
    tournament = directed(tournament_id, director, TournamentState.OPEN)
    words = reasoned(reason)
    if tournament.closes_at is not None and tournament.closes_at <= now:
        raise WrongState
    tournament.closes_at = now
    tournament.save(update_fields=["closes_at"])
    log.put(tournament, What.CLOSES, None)
    log.write(tournament, "closed entries", now=now, by=director, reason=words, private=private)


@transaction.atomic
def reopen_entries(*, tournament_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """People enter again until the tournament starts. Raises WrongState where they are open."""
    tournament = directed(tournament_id, director, TournamentState.OPEN)
    words = reasoned(reason)
    if tournament.closes_at is None or tournament.closes_at > now:
        raise WrongState
    tournament.closes_at = None
    tournament.save(update_fields=["closes_at"])
    log.write(tournament, "reopened entries", now=now, by=director, reason=words, private=private)
