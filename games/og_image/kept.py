"""Pictures that this process has drawn: as many as fit into a few megabytes, and one drawn at a time."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from .drawing import draw
from .told import Postcard

LOOK = 1
"""Goes up when the same words are drawn in another way."""

MOST = 64
"""Pictures a process keeps, of some 40 kB each."""

PATIENCE = 2.0
"""Seconds that somebody waits for the pictures of others."""

_drawn: OrderedDict[Postcard, bytes] = OrderedDict()
_drawing, _keeping = Lock(), Lock()


def kept(card: Postcard) -> bytes | None:
    """The PNG, if it was drawn lately."""
    with _keeping:
        if card in _drawn:
            _drawn.move_to_end(card)
        return _drawn.get(card)


def drawn(card: Postcard) -> bytes | None:
    """The PNG, drawn now. None where others keep the pen for too long."""
    if not _drawing.acquire(timeout=PATIENCE):
        return None
    try:
        picture = kept(card) or draw(card)
    finally:
        _drawing.release()
    with _keeping:
        _drawn[card] = picture
        while len(_drawn) > MOST:
            _drawn.popitem(last=False)
    return picture
