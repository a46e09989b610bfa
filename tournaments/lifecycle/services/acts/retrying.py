"""A tournament that is on hold tries again."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tournaments.lifecycle.errors import WrongState
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.halting import LIVE, halt_of
from tournaments.lifecycle.services.log import directed

from .checks import reasoned


@transaction.atomic
def retry(*, tournament_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """The next sweep tries again what has failed. Raises WrongState where the tournament is not on hold."""
    tournament = directed(tournament_id, director, *LIVE)
    words = reasoned(reason)
    if halt_of(tournament, now) is None:
        raise WrongState
    log.write(tournament, "tried again", now=now, by=director, reason=words, private=private)
