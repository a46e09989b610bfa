"""Notifications of moderation, as unsaved rows."""

from datetime import datetime
from enum import StrEnum

from notifications.models import Notification
from notifications.services import queue

APP = "moderation"
PERSON = "person"
GAME = "game"
"""Games are a subject of an app above this one."""


class ModerationNotification(StrEnum):
    SUSPENDED = "suspended"
    MUTED = "muted"
    LIFTED = "lifted"
    ANSWERED = "appeal_answered"
    RENAMED = "renamed"
    MERGED = "merged"


def tell(kind: ModerationNotification, *, user_id: int, now: datetime, **data: object) -> None:
    queue([Notification.to(user_id, APP, kind, user_id, now.isoformat(), at=now, data=data)])
