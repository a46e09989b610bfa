"""A round that was held for its directors begins."""

from __future__ import annotations

from datetime import datetime

from tournaments.events import notices
from tournaments.models import Event, RoundState, What

from . import dues


def release(event: Event, now: datetime) -> None:
    """The rounds that are held begin now, before their time or after it, with as much time as without that, and their players are
    told. The event's row is locked."""
    lasts = event.plan.round_time
    for of in event.rounds.filter(is_held=True, state=RoundState.PAIRED).order_by("number"):
        until = of.deadline_at - (of.begins_at - now) if now < of.begins_at else max(of.deadline_at, now + lasts)
        of.is_held, of.paired_at, of.begins_at, of.deadline_at = False, now, now, until
        of.save(update_fields=["is_held", "paired_at", "begins_at", "deadline_at"])
        dues.put(event, What.BEGINS, None, of.number)
        dues.put(event, What.DEADLINE, until, of.number)
        dues.put(event, What.REMINDER, until - (until - now) / 5, of.number)
        notices.paired(event, of, now=now)
