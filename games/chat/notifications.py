"""Notifications about chat messages, as unsaved rows (see `games.play.notifications`). Only players who choose them get any."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from games.models import Line, Seen
from games.models.notification import APP, game_subject
from games.play.notifications import GameNotification
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


def said(line: Line, readers: Iterable[int], *, now: datetime) -> list[Notification]:
    """One for each reader who wants it, unless an earlier one is about messages that they have not read. One statement,
    three if anybody wants it."""
    subject = game_subject(line.game_id)
    wanting = who_wants(readers, TALK, subject)
    if not wanting:
        return []
    seen = dict(Seen.objects.filter(game=line.game_id, user__in=wanting).values_list("user_id", "line"))
    about = Notification.objects.filter(
        app=APP, kind=GameNotification.TALK.value, subject=subject, user__in=wanting, dropped=""
    )
    told = {user for user, data in about.values_list("user_id", "data") if data["number"] > seen.get(user, 0)}
    return [
        Notification.to(
            user_id,
            APP,
            GameNotification.TALK,
            *(line.game_id, user_id, line.number),
            subject=subject,
            at=now,
            due_at=now + DELAY,
            data={"number": line.number},
        )
        for user_id in sorted(wanting - told)
    ]
