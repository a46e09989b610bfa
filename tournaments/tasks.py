"""What tournaments do by themselves: rows say what is due, and each task may run twice or late."""

from __future__ import annotations

from celery import shared_task
from django.utils.timezone import now

from tournaments.events.services import clockwork
from tournaments.leagues.services import calendar
from tournaments.rated.services.taking import BATCH, take


@shared_task(acks_late=True, ignore_result=True)
def sweep_events() -> None:
    """Do whatever is due in events, and then in leagues, whose groups are events."""
    clockwork.sweep(now())
    calendar.sweep(now())


@shared_task(acks_late=True, ignore_result=True)
def take_ratings() -> None:
    """Rate all games that wait, batch by batch."""
    while take() == BATCH:
        pass
