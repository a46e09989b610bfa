"""Notifications of the made-up club."""

from datetime import UTC, datetime, timedelta

from accounts.models import User
from notifications.models import Notification
from notifications.services import queue

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def evening(
    user: User, number: int, *, due: timedelta = timedelta(), place: str = "the library", **data: str
) -> Notification:
    """An evening two days after it is due to be told."""
    due_at = NOON + due
    queue(
        [
            Notification(
                app="club",
                kind="evening",
                key=f"evening:{number}:{user.pk}",
                subject=f"evening:{number}",
                data={"at": (due_at + 2 * DAY).isoformat(), "place": place, **data},
                user=user,
                created_at=NOON,
                due_at=due_at,
            )
        ]
    )
    return Notification.objects.get(key=f"evening:{number}:{user.pk}")


def offer(address: str, number: int, *, language: str = "de") -> Notification:
    """Somebody who is known by address only."""
    queue(
        [
            Notification(
                app="club",
                kind="offer",
                key=f"offer:{number}",
                subject=f"caller:{number}",
                address=address,
                language=language,
                due_at=NOON,
            )
        ]
    )
    return Notification.objects.get(key=f"offer:{number}")
