"""A round that was held for its directors begins."""

from __future__ import annotations

from datetime import datetime

from tournaments.lifecycle import notifications
from tournaments.models import RoundState, Tournament, What

from . import dues


def release(tournament: Tournament, now: datetime) -> None:
    """The rounds that are held begin now, before their time or after it, with as much time as without that, and their players are
    told. The tournament's row is locked."""
    lasts = tournament.plan.round_time
    for of in tournament.rounds.filter(is_held=True, state=RoundState.PAIRED).order_by("number"):
        until = of.deadline_at - (of.begins_at - now) if now < of.begins_at else max(of.deadline_at, now + lasts)
        of.is_held, of.paired_at, of.begins_at, of.deadline_at = False, now, now, until
        of.save(update_fields=["is_held", "paired_at", "begins_at", "deadline_at"])
        dues.put(tournament, What.BEGINS, None, of.number)
        dues.put(tournament, What.DEADLINE, until, of.number)
        dues.put(tournament, What.REMINDER, until - (until - now) / 5, of.number)
        notifications.paired(tournament, of, now=now)
