"""Who has which game open just now. Kept in the cache: looking at a page writes no row."""

from django.core.cache import cache

PULSE = 15  # seconds between two polls of an open page that waits
OPEN_FOR = 3 * PULSE


def _key(user_id: int, game_id: int) -> str:
    return f"open:{user_id}:{game_id}"


def touch(user_id: int, game_id: int) -> None:
    """The user's browser shows this game now."""
    cache.set(_key(user_id, game_id), 1, OPEN_FOR)


def is_open(user_id: int, game_id: int) -> bool:
    """Whether the user's browser has shown this game within the last 45 s."""
    return cache.get(_key(user_id, game_id)) is not None
