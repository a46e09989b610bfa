"""Figures of games for those who run the site (`notifications.monitoring` says how)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count, Min
from prometheus_client.core import Metric

from games.alerts import counts
from games.due import DUE, due_rows
from games.models import Game
from notifications.monitoring import figure

SWEPT = "games:swept-at"
"""When the last sweep ended; in the cache, so that it costs no row."""


def note_sweep(now: datetime) -> None:
    """A sweep has ended."""
    cache.set(SWEPT, now, timeout=24 * 3600)


def sweeps(now: datetime) -> Iterator[Metric]:
    """How long ago the last sweep ended, and how late what it should do is."""
    swept = cache.get(SWEPT)
    values = {"": (now - swept).total_seconds()} if swept is not None else {}
    yield figure("stpete_sweep_age_seconds", "time since the last sweep ended; missing when none is known", values)
    due = {kind: rows.aggregate(at=Min(DUE[kind][1]))["at"] for kind, rows in due_rows(now).items()}
    lag = {what: (now - at).total_seconds() if at else 0.0 for what, at in due.items()}
    yield figure("stpete_oldest_due_seconds", "age of the oldest row that is due", lag, "kind")
    late = {what: float(count) for what, count in counts(now).items()}
    yield figure("stpete_overdue", "rows that should have been dealt with a minute ago", late, "kind")


def games(now: datetime) -> Iterator[Metric]:
    found = Game.objects.order_by().values_list("status").annotate(Count("pk"))
    yield figure("stpete_games", "games and tables", {status: float(count) for status, count in found}, "status")
