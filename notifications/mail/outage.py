"""A mail server that does not answer must not hold every worker: after one failure nobody tries for a while, then one does."""

from datetime import datetime, timedelta

from django.core.cache import cache

PAUSE = timedelta(seconds=60)
"""How long nobody talks to a server that was away."""

_KEY = "mail:away-until"


def may_try(now: datetime) -> bool:
    """Whether to talk to the server now. After a pause the first who asks may, and the others wait for what he finds."""
    until = cache.get(_KEY)
    if until is None:
        return True
    if now < until:
        return False
    note_away(now)
    return True


def note_away(now: datetime) -> None:
    """The server did not answer."""
    cache.set(_KEY, now + PAUSE, timeout=600)


def note_back() -> None:
    """The server took a mail."""
    cache.delete(_KEY)
