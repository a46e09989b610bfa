"""Emails about messages, which nobody gets unless they want them, as unsaved rows (see `games.play.notifications`)."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from games.models import Line, Seen
from games.models.notification import APP, game_subject
from games.play.notifications import GameNotification, build
from notifications.kinds import Category
from notifications.models import Notification
from notifications.preferences import who_wants

TALK = Category(
    "talk",
    label=_("emails when someone writes at one of your tables"),
    wish=_("when someone writes at one of my tables"),
    help=_("One email with all messages after ten minutes. The next after you have read them, or after six hours."),
    is_wanted=False,
)


DELAY = timedelta(minutes=10)
"""How long a message waits for others to go into the same email."""

DIGEST = timedelta(hours=6)
"""How long after such an email the next one comes to somebody who has not looked since; people who play by email never do."""


def message_notifications(line: Line, readers: Iterable[int], *, now: datetime) -> list[Notification]:
    """One for each reader who wants emails about chats, unless one that waits will tell of this message too. One statement, three
    where somebody wants it."""
    subject = game_subject(line.game_id)
    wanting = who_wants(readers, TALK, subject)
    if not wanting:
        return []
    seen = dict(Seen.objects.filter(game=line.game_id, user__in=wanting).values_list("user_id", "line"))
    about = Notification.objects.filter(
        app=APP, kind=GameNotification.TALK.value, subject=subject, user__in=wanting, dropped=""
    )
    told: dict[int, datetime] = {}
    waits: set[int] = set()
    for user, number, due_at, told_at in about.values_list("user_id", "data__number", "due_at", "created_at"):
        if number > seen.get(user, 0):
            told[user] = max(told_at, told.get(user, told_at))
            waits |= {user} if due_at is not None else set()
    kind, data = GameNotification.TALK, {"number": line.number}
    return [
        build(
            kind,
            f"{line.game_id}:{user_id}:{line.number}",
            subject=subject,
            at=now,
            due_at=max(now + DELAY, told[user_id] + DIGEST) if user_id in told else now + DELAY,
            data=data,
            user_id=user_id,
        )
        for user_id in sorted(wanting - waits)
    ]
