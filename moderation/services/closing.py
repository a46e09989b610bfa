"""Accounts that staff have closed: the trail says so first, and what is known of the person goes after that, in many steps."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from moderation.models import Measure, TrailRow
from moderation.notifications import PERSON
from moderation.registry import key_of

CLOSING = ("erase-account", "merge-account")
"""The acts after which an account is wiped."""


def is_closed(user_id: int) -> bool:
    """Nothing lets anybody in there again."""
    return TrailRow.objects.filter(act__in=CLOSING, about=key_of(PERSON, user_id)).exists()


def unfinished() -> list[User]:
    """Accounts that are closed and not wiped: that was broken off."""
    keys = TrailRow.objects.filter(act__in=CLOSING).values_list("about", flat=True)
    numbers = {int(key.partition(":")[2]) for key in keys}
    return list(User.objects.filter(pk__in=numbers, deleted_at=None).order_by("pk"))


def end_measures_of(user: User, now: datetime) -> None:
    """The account is about to be closed: no end of a suspension opens it again. Nobody is told; a last mail says all."""
    Measure.objects.filter(user=user, ended_at=None).update(ended_at=now)
