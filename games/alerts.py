"""The canary: what stands overdue by more than a minute means that no sweep is at work."""

import logging
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.due import due_rows
from games.extensions import extensions
from games.models import BrokenGame, LogRow, Seat
from incoming_mail import staff as inbound
from notifications.monitoring import overdue

logger = logging.getLogger("games.alarm")

GRACE = timedelta(seconds=60)

NIGHTS = timedelta(days=2)
"""How long a guest whose time is over may be there still: he is deleted at night."""


def counts(now: datetime) -> dict[str, int]:
    """How many rows of each kind should have been dealt with a minute ago."""
    late = now - GRACE
    return {
        **{kind: rows.count() for kind, rows in due_rows(late).items() if kind != "bots"},
        "bots": _stuck_bots(late),
        "guests": User.objects.filter(guest_until__lte=late - NIGHTS).count(),
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
