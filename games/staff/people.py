"""What it means for games that somebody cannot come in."""

from datetime import datetime

from accounts.models import User
from games.play.services.by_staff import keep_seats_of
from games.tables.services.leaving import rise


def suspended(user: User, now: datetime) -> None:
    """Bots keep his seats where other people play; tables that have not begun go on without him, his own close."""
    rise(user=user, now=now)
    keep_seats_of(user, now=now)


WHEN_SUSPENDED = suspended
