"""A round ends: because its last game is over, or because its time is, by the rule that the tournament stated."""

from __future__ import annotations

from datetime import datetime

from tournaments.models import Round, RoundState, TableState, Tournament, What

from . import dues, log


def close_if_done(tournament: Tournament, of: Round, now: datetime) -> None:
    """Close a round of which no game is left to wait for. The tournament's row is locked; the standings follow as
    after any result."""
    if of.state != RoundState.RUNNING or of.tables.filter(state__in=[TableState.WAITING, TableState.RUNNING]).exists():
        return
    of.state, of.closed_at = RoundState.CLOSED, now
    of.save(update_fields=["state", "closed_at"])
    dues.put(tournament, What.DEADLINE, None, of.number)
    dues.put(tournament, What.REMINDER, None, of.number)
    log.write(tournament, "closed", now=now, round=of.number)
