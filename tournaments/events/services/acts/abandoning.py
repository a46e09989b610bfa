"""An event ends before its end."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tournaments.events import notices
from tournaments.events.services import log, standings
from tournaments.events.services.locking import directed
from tournaments.models import Due, EventState, RoundState, Standing, Table, TableState

from .checks import reasoned
from .results import take_off


@transaction.atomic
def abandon(
    *, event_id: int, director: User, with_results: bool, reason: str, now: datetime, private: str = ""
) -> None:
    """No round follows, and tables that are not decided count for nothing.

    With results, the tables that have counted stay in ratings and standings, which are final; without, none of them.
    """
    event = directed(event_id, director, EventState.DRAFT, EventState.OPEN, EventState.RUNNING)
    words = reasoned(reason)
    has_rounds = event.rounds.exists()
    gone = Table.objects.filter(round__event=event).exclude(state=TableState.ANNULLED).order_by("game_id", "pk")
    for table in gone.exclude(state=TableState.COUNTED) if with_results else gone:
        take_off(event, table, now)
    event.rounds.exclude(state=RoundState.CLOSED).update(state=RoundState.CLOSED, closed_at=now)
    Due.objects.filter(event=event).delete()
    if has_rounds and with_results:
        standings.write(event, now)
    else:
        Standing.objects.filter(event=event).delete()
    event.state, event.finished_at, event.paused_at, event.standings_due = EventState.ABANDONED, now, None, False
    event.save(update_fields=["state", "finished_at", "paused_at", "standings_due"])
    log.write(
        event,
        "abandoned",
        now=now,
        by=director,
        reason=words,
        private=private,
        with_results=with_results,
        seed=event.seed,
    )
    notices.over(event, now=now)
