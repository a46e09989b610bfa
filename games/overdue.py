"""The canary: what stands overdue by more than a minute means that no sweep is at work."""

import logging
from datetime import datetime, timedelta

from games.models import Delivery, DeliveryState, Game, Notice, Seat, Status

logger = logging.getLogger("games.alarm")

GRACE = timedelta(seconds=60)


def counts(now: datetime) -> dict[str, int]:
    """How many rows of each kind should have been dealt with a minute ago."""
    late = now - GRACE
    return {
        "timeouts": Seat.objects.filter(due_at__lte=late).count(),
        "bots": Seat.objects.filter(bot_due_at__lte=late).count(),
        "starts": Game.objects.filter(status=Status.FULL, starts_at__lte=late).count(),
        "notices": Notice.objects.filter(due_at__lte=late).count(),
        "deliveries": Delivery.objects.filter(state=DeliveryState.PENDING, due_at__lte=late).count(),
    }


def alarm(now: datetime) -> dict[str, int]:
    """Log an error line for what is overdue; returns the counts above zero."""
    late = {what: count for what, count in counts(now).items() if count}
    if late:
        logger.error("overdue by more than %s: %s", GRACE, late)
    return late
