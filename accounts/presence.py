"""When somebody last opened a page: kept in the cache, because looking at a page writes no row.

A page that lies open and asks for itself whether something has changed does not count: perhaps nobody looks at it.
"""

from __future__ import annotations

from datetime import datetime

from django.core.cache import cache
from django.utils import timezone

KEPT = 26 * 3600
"""Seconds; longer than anybody asks back."""


def touch(user_id: int) -> None:
    """This user has just opened a page or sent something."""
    cache.set(_key(user_id), timezone.now(), KEPT)


def was_here_since(user_id: int, at: datetime) -> bool:
    """Whether this user has opened a page after `at`, which is within a day. No, while the cache is away."""
    last = cache.get(_key(user_id))
    return isinstance(last, datetime) and last > at


def _key(user_id: int) -> str:
    return f"here:{user_id}"
