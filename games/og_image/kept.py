"""Pictures that this process has drawn, one at a time."""

from __future__ import annotations

from threading import Lock

from games.cache import Cache

from .drawing import draw
from .told import Postcard

LOOK = 1
"""Goes up when the same words are drawn in another way."""

MOST = 64
"""Pictures a process keeps, of some 40 kB each."""

PATIENCE = 2.0
"""Seconds that somebody waits for the pictures of others."""

pictures: Cache[bytes] = Cache(MOST)
_drawing = Lock()


def kept(card: Postcard) -> bytes | None:
    """The PNG, if it was drawn lately."""
    return pictures.get(card)


def drawn(card: Postcard) -> bytes | None:
    """The PNG, drawn now. None where others keep the pen for too long."""
    if not _drawing.acquire(timeout=PATIENCE):
        return None
    try:
        picture = kept(card) or draw(card)
    finally:
        _drawing.release()
    pictures.put(card, picture)
    return picture
