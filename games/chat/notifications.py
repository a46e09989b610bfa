"""Emails about messages, which nobody gets unless they want them, as unsaved rows (see `games.play.notifications`)."""

from __future__ import annotations

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
    help=_("One email per game after a few minutes; the next one only after you have visited the game."),
    is_wanted=False,
)


DELAY = timedelta(minutes=10)
"""How long a message waits for others to go into the same email."""


def message_notifications(line: Line, readers: Iterable[int], *, now: datetime) -> list[Notification]:
    """One for each reader who wants emails about chats, unless an earlier one tells of messages they have not read. One statement,
    three where somebody wants it."""
    subject = game_subject(line.game_id)
    wanting = who_wants(readers, TALK, subject)
    if not wanting:
        return []
    seen = dict(Seen.objects.filter(game=line.game_id, user__in=wanting).values_list("user_id", "line"))
    about = Notification.objects.filter(
        app=APP, kind=GameNotification.TALK.value, subject=subject, user__in=wanting, dropped=""
    )
    told = {user for user, data in about.values_list("user_id", "data") if data["number"] > seen.get(user, 0)}
    kind, data = GameNotification.TALK, {"number": line.number}
    return [
        build(
            kind,
            f"{line.game_id}:{user_id}:{line.number}",
            subject=subject,
            at=now,
            due_at=now + DELAY,
            data=data,
            user_id=user_id,
        )
        for user_id in sorted(wanting - told)
    ]
