"""An event stands still with all its clocks, and goes on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import F

from accounts.models import User
from games.play.errors import NotRunning
from games.play.services.pauses import pause_game, resume_game
from tournaments.events import concerned, notices
from tournaments.events.errors import WrongState
from tournaments.events.services import dues, log
from tournaments.events.services.locking import directed
from tournaments.models import EventState, RoundState, Table

from .checks import reasoned, running_tables


@transaction.atomic
def pause(*, event_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """Nothing is due any more, no game begins, and the clocks of all games stop. Raises WrongState where it is paused."""
    event = directed(event_id, director, EventState.RUNNING)
    words = reasoned(reason)
    if event.paused_at is not None:
        raise WrongState
    event.paused_at = now
    event.save(update_fields=["paused_at"])
    for table in running_tables(event):
        _if_running(pause_game, table, now)
    act = log.write(event, "paused", now=now, by=director, reason=words, private=private)
    notices.decided(event, act, concerned.in_event(event), now=now)


@transaction.atomic
def resume(*, event_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """It goes on; whatever was due comes later by the length of the pause. Raises WrongState where it is not paused."""
    event = directed(event_id, director, EventState.RUNNING)
    words = reasoned(reason)
    if event.paused_at is None:
        raise WrongState
    lasted, event.paused_at = now - event.paused_at, None
    event.save(update_fields=["paused_at"])
    dues.move_all(event, lasted)
    open_rounds = event.rounds.exclude(state=RoundState.CLOSED)
    open_rounds.update(deadline_at=F("deadline_at") + lasted)
    open_rounds.filter(state=RoundState.PAIRED).update(begins_at=F("begins_at") + lasted)
    for table in running_tables(event):
        _if_running(resume_game, table, now)
    act = log.write(
        event,
        "resumed",
        now=now,
        by=director,
        reason=words,
        private=private,
        seconds=int(lasted.total_seconds()),
    )
    notices.decided(event, act, concerned.in_event(event), now=now)


def _if_running(act: Callable[..., None], table: Table, now: datetime) -> None:
    """A game that has ended since its table was read has no clock to stop."""
    try:
        act(game_id=table.game_id, now=now)
    except NotRunning:
        return
