"""A tournament stands still with all its clocks, and goes on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import F

from accounts.models import User
from games.play.errors import NotRunning
from games.play.services.pauses import pause_game, resume_game
from tournaments.lifecycle import applicants, notifications
from tournaments.lifecycle.errors import WrongState
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed
from tournaments.models import RoundState, Table, TournamentState

from .checks import reasoned, running_tables


@transaction.atomic
def pause(*, tournament_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """Nothing is due any more, no game begins, and the clocks of all games stop. Raises WrongState where it is paused."""
    tournament = directed(tournament_id, director, TournamentState.RUNNING)
    words = reasoned(reason)
    if tournament.paused_at is not None:
        raise WrongState
    tournament.paused_at = now
    tournament.save(update_fields=["paused_at"])
    for table in running_tables(tournament):
        _if_running(pause_game, table, now)
    act = log.write(tournament, "paused", now=now, by=director, reason=words, private=private)
    notifications.decided(tournament, act, applicants.in_tournament(tournament), now=now)


@transaction.atomic
def resume(*, tournament_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """It goes on; whatever was due comes later by the length of the pause. Raises WrongState where it is not paused."""
    tournament = directed(tournament_id, director, TournamentState.RUNNING)
    words = reasoned(reason)
    if tournament.paused_at is None:
        raise WrongState
    lasted, tournament.paused_at = now - tournament.paused_at, None
    tournament.save(update_fields=["paused_at"])
    log.move_all(tournament, lasted)
    open_rounds = tournament.rounds.exclude(state=RoundState.CLOSED)
    open_rounds.update(deadline_at=F("deadline_at") + lasted)
    open_rounds.filter(state=RoundState.PAIRED).update(begins_at=F("begins_at") + lasted)
    for table in running_tables(tournament):
        _if_running(resume_game, table, now)
    act = log.write(
        tournament,
        "resumed",
        now=now,
        by=director,
        reason=words,
        private=private,
        seconds=int(lasted.total_seconds()),
    )
    notifications.decided(tournament, act, applicants.in_tournament(tournament), now=now)


def _if_running(act: Callable[..., None], table: Table, now: datetime) -> None:
    """A game that has ended since its table was read has no clock to stop."""
    try:
        act(game_id=table.game_id, now=now)
    except NotRunning:
        return
