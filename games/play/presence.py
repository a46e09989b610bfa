"""Who has which game open before his eyes just now. Kept in the cache: looking at a page writes no row."""

from collections import OrderedDict
from threading import Lock
from time import monotonic

from django.core.cache import cache

PULSE = 15  # seconds between two polls of an open page that waits
OPEN_FOR = 3 * PULSE
AGAIN = 20.0
"""Seconds for which this process need not say it again: a page asks several times a second while a bot thinks."""
MOST = 10_000
"""Pages of which this process knows when it said so last."""

_said: OrderedDict[str, float] = OrderedDict()
_lock = Lock()


def _key(user_id: int, game_id: int) -> str:
    return f"open:{user_id}:{game_id}"


def touch(user_id: int, game_id: int) -> None:
    """The user's browser shows this game now."""
    key, now = _key(user_id, game_id), monotonic()
    with _lock:
        if now - _said.get(key, -AGAIN) < AGAIN:
            return
        _said[key] = now
        _said.move_to_end(key)
        if len(_said) > MOST:
            _said.popitem(last=False)
    cache.set(key, 1, OPEN_FOR)


def forget() -> None:
    """Say all of it anew."""
    with _lock:
        _said.clear()


def is_open(user_id: int, game_id: int) -> bool:
    """Whether the user's browser has shown this game within the last 45 s."""
    return cache.get(_key(user_id, game_id)) is not None
