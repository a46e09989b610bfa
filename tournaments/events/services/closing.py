"""A round ends: because its last game is over, or because its time is, by the rule that the event stated."""

from __future__ import annotations

from datetime import datetime

from tournaments.models import Event, Round, RoundState, TableState, What

from . import dues, log


def close_if_done(event: Event, of: Round, now: datetime) -> None:
    """Close a round of which no game is left to wait for. The event's row is locked; the standings follow as after any result."""
    if of.state != RoundState.RUNNING or of.tables.filter(state__in=[TableState.WAITING, TableState.RUNNING]).exists():
        return
    of.state, of.closed_at = RoundState.CLOSED, now
    of.save(update_fields=["state", "closed_at"])
    dues.put(event, What.DEADLINE, None, of.number)
    dues.put(event, What.REMINDER, None, of.number)
    log.write(event, "closed", now=now, round=of.number)
