"""A tournament ends before its end."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tournaments.lifecycle import notifications
from tournaments.lifecycle.services import log, standings
from tournaments.lifecycle.services.log import directed
from tournaments.models import Due, RoundState, Standing, Table, TableState, TournamentState

from .checks import reasoned
from .results import take_off


@transaction.atomic
def abandon(
    *, tournament_id: int, director: User, with_results: bool, reason: str, now: datetime, private: str = ""
) -> None:
    """No round follows, and tables that are not decided count for nothing.

    With results, the tables that have counted stay in ratings and standings, which are final; without, none of them.
    """
    tournament = directed(tournament_id, director, TournamentState.DRAFT, TournamentState.OPEN, TournamentState.RUNNING)
    words = reasoned(reason)
    has_rounds = tournament.rounds.exists()
    gone = (
        Table.objects.filter(round__tournament=tournament).exclude(state=TableState.ANNULLED).order_by("game_id", "pk")
    )
    for table in gone.exclude(state=TableState.COUNTED) if with_results else gone:
        take_off(tournament, table, now)
    tournament.rounds.exclude(state=RoundState.CLOSED).update(state=RoundState.CLOSED, closed_at=now)
    Due.objects.filter(tournament=tournament).delete()
    if has_rounds and with_results:
        standings.write(tournament, now)
    else:
        Standing.objects.filter(tournament=tournament).delete()
    tournament.state, tournament.finished_at, tournament.paused_at, tournament.standings_due = (
        TournamentState.ABANDONED,
        now,
        None,
        False,
    )
    tournament.save(update_fields=["state", "finished_at", "paused_at", "standings_due"])
    log.write(
        tournament,
        "abandoned",
        now=now,
        by=director,
        reason=words,
        private=private,
        with_results=with_results,
        seed=tournament.seed,
    )
    notifications.over(tournament, now=now)
