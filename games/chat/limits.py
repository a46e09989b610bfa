"""How much one may say. Counted in rows, so it holds while a cache is away."""

from datetime import datetime, timedelta

from django.db.models import Count, Q

from accounts.limits import hold_count
from accounts.models import User
from games.models import Line

from .errors import EnoughForToday, TooManyLines

A_MINUTE, A_DAY = timedelta(minutes=1), timedelta(days=1)
NEWCOMER = timedelta(days=3)
"""So long after the sign-up somebody may say less."""
MOST_A_MINUTE, MOST_A_DAY = 8, 300
MOST_OF_NEWCOMER_A_MINUTE, MOST_OF_NEWCOMER_A_DAY = 4, 40
MOST_REPORTS_A_DAY = 20


def check(user: User, now: datetime) -> None:
    """Raises TooManyLines or EnoughForToday. In the transaction that adds the line; one statement, and the lock of the count."""
    hold_count(user.pk)
    is_new = now - user.created_at < NEWCOMER
    lately = Line.objects.filter(author=user, at__gt=now - A_DAY)
    said = lately.aggregate(minute=Count("pk", filter=Q(at__gt=now - A_MINUTE)), day=Count("pk"))
    if said["minute"] >= (MOST_OF_NEWCOMER_A_MINUTE if is_new else MOST_A_MINUTE):
        raise TooManyLines
    if said["day"] >= (MOST_OF_NEWCOMER_A_DAY if is_new else MOST_A_DAY):
        raise EnoughForToday
