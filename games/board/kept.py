"""What this process has said of positions: whoever looks again, or draws another part of the page, is told the same.

A position before some eyes is known by its game, the last row of the log, the place in it, whether the game is over, the eyes, the
names at the table and the language; only what follows from these is kept under them, and nothing of a position that stands in no
log. So nothing gets old, and nobody is told what was said to other eyes. Nothing of it is written anywhere.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Protocol, TypeVar

from django.utils.functional import cached_property

V = TypeVar("V")
Said = dict[Hashable, Any]


class Teller(Protocol):
    """Who says something of a position, as `Table` does."""

    said: Said

    @property
    def wish(self) -> object: ...

    @property
    def circumstances(self) -> Hashable: ...


MOST = 256
"""Positions that are kept, with some 50 kB each, in games of every set 110; those nobody has looked at for longest go first."""

_kept: OrderedDict[Hashable, Said] = OrderedDict()
_lock = Lock()


def said_of(position: Hashable) -> Said:
    """What was said of this position, to be added to."""
    with _lock:
        said = _kept.setdefault(position, {})
        _kept.move_to_end(position)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return said


def forget() -> None:
    """Say all anew."""
    with _lock:
        _kept.clear()


def once(said: Said, what: Hashable, made: Callable[[], V]) -> V:
    """What was said of it, or else what is `made` now; two threads at once may both make it, and it is the same."""
    if what not in said:
        said[what] = made()
    found: V = said[what]
    return found


def of_position(made: Callable[[Any], V]) -> cached_property[V]:
    """A cached property of a `Table` that follows from the position and the eyes alone. Whoever reads it changes nothing in it."""

    def kept(table: Teller) -> V:
        return once(table.said, made.__qualname__, lambda: made(table))

    kept.__doc__ = made.__doc__
    return cached_property(kept)


def of_question(made: Callable[[Any], V]) -> cached_property[V]:
    """The same of what follows from the circumstances of the reader too; not kept where he has chosen something."""

    def kept(table: Teller) -> V:
        if table.wish:
            return made(table)
        return once(table.said, (made.__qualname__, table.circumstances), lambda: made(table))

    kept.__doc__ = made.__doc__
    return cached_property(kept)
