"""Who asks, the day on which somebody was last here, and whether they have a page open just now.

A page that lies open and asks for itself whether something has changed does not count: perhaps nobody looks at it.

It is written once a day: where the row that was read says today already, no statement follows. No other GET writes it.
"""

from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.db import OperationalError
from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User

KEPT = 26 * 3600
"""Seconds; longer than anybody asks back."""


HERE = timedelta(minutes=5)
SLOTS = 256
"""Who is here now stands in so many places of the cache, each of which holds who came to it last."""


def touch(user_id: int) -> None:
    moment = timezone.now()
    cache.set_many({_key(user_id): moment, f"here-now:{user_id % SLOTS}": (user_id, moment)}, KEPT)


def here_now(now: datetime) -> set[int]:
    """Who has opened a page within the last minutes, so many at most; guests too. Nobody, while the cache is away."""
    found = cache.get_many([f"here-now:{slot}" for slot in range(SLOTS)])
    return {user_id for user_id, at in found.values() if at > now - HERE}


def was_here_since(user_id: int, at: datetime) -> bool:
    """Whether this user has opened a page after `at`, which is within a day. No, while the cache is away."""
    last = cache.get(_key(user_id))
    return isinstance(last, datetime) and last > at


def _key(user_id: int) -> str:
    return f"here:{user_id}"


def visitor_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def person_of(request: HttpRequest) -> User:
    user = visitor_of(request)
    if user is None:
        raise PermissionError("This page is for signed-in people; it lacks login_required.")
    return user


LOOKING = ("GET", "HEAD", "OPTIONS", "TRACE")
WEEK, MONTH = timedelta(days=7), timedelta(days=31)


def note(user_id: int, known: date | None, *, now: datetime) -> None:
    """This user is here. `known` is the day that stands in the row as it was read.

    Where nothing can be written, such as on a full disk, the request goes on. Never call it in the transaction of a game.
    """
    today = now.date()
    if known is not None and known >= today:
        return
    older = Q(active_on=None) | Q(active_on__lt=today)
    with suppress(OperationalError):
        User.objects.filter(older, pk=user_id, deleted_at=None).update(active_on=today)


def seen_in_words(active_on: date | None, *, now: datetime) -> str:
    """When somebody was last here, as roughly as others should know it. Empty where nobody knows."""
    if active_on is None:
        return ""
    ago = now.date() - active_on
    if ago < timedelta(days=1):
        return _("Last seen today")
    if ago < WEEK:
        return _("Last seen in the past week")
    return _("Last seen in the past month") if ago < MONTH else _("Last seen over a month ago")


@receiver(user_logged_in)
def note_sign_in(user: User, **_signal: Any) -> None:
    """However it was done."""
    now = timezone.now()
    note(user.pk, user.active_on, now=now)
    user.active_on = now.date()
