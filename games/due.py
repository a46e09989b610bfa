"""What of games is due when: one list for the sweep (`stpete_site.tasks`), for the alarm and for the figures of the site.

A row that is overdue by more than a minute means that no sweep is running.
"""

import logging
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Exists, Min, Model, OuterRef, Q, QuerySet
from prometheus_client.core import Metric

from accounts.models import User
from games.extensions import extensions
from games.models import BrokenGame, Game, LogRow, Seat, SeatOffer, Seek, Status
from incoming_mail import staff as inbound
from notifications.monitoring import figure, overdue

_RUNNING = {"status": Status.RUNNING}
DUE: Mapping[str, tuple[type[Model], str, Mapping[str, Any]]] = {
    "timeouts": (Seat, "due_at", {}),
    "bots": (Seat, "bot_due_at", {}),
    "standstills": (Game, "breaks_off_at", {**_RUNNING, "paused_at": None}),
    "proposals": (Game, "proposal_until", _RUNNING),
    "pauses": (Game, "paused_until", _RUNNING),
    "starts": (Game, "starts_at", {"status": Status.FULL}),
    "expiries": (Game, "expires_at", {"status": Status.OPEN}),
    "open seats": (SeatOffer, "look_at", {}),
    "seeks": (Seek, "due_at", {}),
}
"""The table of each kind, the column with its moment, and which rows count."""


def due_rows(at: datetime) -> dict[str, QuerySet[Any]]:
    """What is due at this moment, by kind of `DUE`; no statement until a query is read."""
    return {
        kind: model._default_manager.filter(**{f"{column}__lte": at}, **which)
        for kind, (model, column, which) in DUE.items()
    }


logger = logging.getLogger("games.alarm")

GRACE = timedelta(seconds=60)

GUEST_GRACE = timedelta(days=2)
"""Guests are deleted at night, so they may outlive their time by this much."""


def counts(now: datetime) -> dict[str, int]:
    """How many rows of each kind should have been dealt with a minute ago."""
    late = now - GRACE
    return {
        **{kind: rows.count() for kind, rows in due_rows(late).items() if kind != "bots"},
        "bots": _stuck_bots(late),
        "guests": User.objects.filter(guest_until__lte=late - GUEST_GRACE).count(),
        "broken_games": BrokenGame.objects.filter(is_older=False).count(),
        **overdue(late),
        **inbound.overdue(late),
        **{kind: count for one in extensions() for kind, count in one.overdue(late).items()},
    }


def _stuck_bots(late: datetime) -> int:
    """Each try moves `bot_due_at` on to the end of its lease, so a bot that fails every time is known by the log: the
    row that put the question is its game's last. A bot that is to answer later is not stuck (`start_clock`)."""
    moved = LogRow.objects.filter(game=OuterRef("game"), at__gt=late)
    stuck = Q(game__started_at__lte=late, bot_due_at__lte=late + 2 * GRACE) & ~Exists(moved)
    return Seat.objects.filter(Q(bot_due_at__lte=late) | stuck, bot_due_at__isnull=False).count()


def alarm(now: datetime) -> dict[str, int]:
    """Log an error line for what is overdue; returns the counts above zero."""
    late = {what: count for what, count in counts(now).items() if count}
    if late:
        logger.error("overdue by more than %s: %s", GRACE, late)
    return late


SWEPT = "games:swept-at"
"""When the last sweep ended; in the cache, so that it costs no row."""


def note_sweep(now: datetime) -> None:
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
