"""What stands overdue in tournaments, for the alarm: rows that no sweep has dealt with, and what is on hold."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Q

from tournaments.models import Due, Halt, Over

from .services.halting import LIVE


def overdue(since: datetime) -> dict[str, int]:
    """Counts by kind. What is on hold because it failed is an alarm of its own, until somebody has helped. Three statements."""
    failed = Halt.objects.filter(until=None, at__lte=since)
    standing = Q(tournament__version=F("mark"), tournament__state__in=LIVE) | Q(season__league__last_act=F("mark"))
    held = Halt.objects.filter(tournament__version=F("mark")).values("tournament")
    due = Due.objects.filter(at__lte=since, tournament__paused_at=None).exclude(tournament__in=held)
    over = Over.objects.filter(at__lte=since).exclude(game__tournament_table__round__tournament__in=held)
    return {"tournaments": due.count(), "results": over.count(), "on hold": failed.filter(standing).count()}
