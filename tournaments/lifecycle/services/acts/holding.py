"""The next round waits until a director has looked at its pairing. A tournament never depends on one account: it begins by itself
after a stated time."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.lifecycle.errors import BadRequest, WrongState
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed
from tournaments.lifecycle.services.starting import release_held_round
from tournaments.models import TournamentState

from .checks import reasoned

SHORTEST, LONGEST = timedelta(hours=1), timedelta(days=7)


@transaction.atomic
def hold(
    *, tournament_id: int, director: User, lasts: timedelta | None, reason: str, now: datetime, private: str = ""
) -> None:
    """The next round to be paired begins when a director begins it, or after this time; None: it is not held after all.

    Raises BadRequest for less than an hour or more than a week.
    """
    tournament = directed(tournament_id, director, TournamentState.OPEN, TournamentState.RUNNING)
    words = reasoned(reason)
    if lasts is not None and not SHORTEST <= lasts <= LONGEST:
        raise BadRequest(_("A round can be on hold for one hour to one week."))
    tournament.hold = lasts
    tournament.save(update_fields=["hold"])
    seconds = int(lasts.total_seconds()) if lasts else 0
    log.write(tournament, "held", now=now, by=director, reason=words, private=private, seconds=seconds)


@transaction.atomic
def let_begin(*, tournament_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """A round that is held begins now. Raises WrongState where none is, or the tournament is paused."""
    tournament = directed(tournament_id, director, TournamentState.RUNNING)
    words, of = reasoned(reason), tournament.rounds.filter(is_held=True).order_by("number").first()
    if of is None or tournament.paused_at is not None:
        raise WrongState
    log.write(tournament, "let begin", now=now, by=director, reason=words, private=private, round=of.number)
    release_held_round(tournament, now)
