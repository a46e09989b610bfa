"""When somebody last opened a page, to the half minute: kept in the cache, because looking at a page writes no row.

A page that lies open and asks for itself whether something has changed does not count: nobody need sit before it.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime
from threading import Lock
from time import monotonic

from django.core.cache import cache
from django.utils import timezone

KEPT = 26 * 3600
"""Seconds; longer than anybody asks back."""
AGAIN = 30.0
"""Seconds for which this process need not say it again."""
MOST = 10_000

_said: OrderedDict[int, float] = OrderedDict()
_lock = Lock()


def touch(user_id: int) -> None:
    """This user has just opened a page or sent something."""
    now = monotonic()
    with _lock:
        if now - _said.get(user_id, -AGAIN) < AGAIN:
            return
        _said[user_id] = now
        _said.move_to_end(user_id)
        if len(_said) > MOST:
            _said.popitem(last=False)
    cache.set(_key(user_id), timezone.now(), KEPT)


def was_here_since(user_id: int, at: datetime) -> bool:
    """Whether this user has opened a page after `at`, which is within a day. No, while the cache is away."""
    last = cache.get(_key(user_id))
    return isinstance(last, datetime) and last > at


def forget() -> None:
    """Say all of it anew."""
    with _lock:
        _said.clear()


def _key(user_id: int) -> str:
    return f"here:{user_id}"
