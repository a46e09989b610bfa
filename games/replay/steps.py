"""Steps of replays as this process has drawn them: who steps back and forth, and who comes after, asks for them again.

A finished game does not change, and a step says of its reader only how he wants his pages. So a step is known by the game, the
place in it, the eyes, the names at the table, the language and those wishes: whoever may watch the game and agrees in all of
them is answered the same. Whether he may is asked before, each time. Nothing of it leaves the process but to him.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import get_language

from accounts.models import User
from games.board.people import people
from games.play.positions import Play

MOST = 256
"""Steps that are kept, with some 45 kB each; those that nobody has asked for longest go first."""

_drawn: OrderedDict[Hashable, str] = OrderedDict()
_lock = Lock()


def step(play: Play, ply: int, seat: int | None, reader: User | AnonymousUser, draw: Callable[[], str]) -> str:
    """What `draw` says of this step of a finished game, or said of it before."""
    key = _key(play, ply, seat, reader)
    with _lock:
        if key in _drawn:
            _drawn.move_to_end(key)
            return _drawn[key]
    said = draw()
    with _lock:
        _drawn[key] = said
        while len(_drawn) > MOST:
            _drawn.popitem(last=False)
    return said


def forget() -> None:
    """Draw all anew."""
    with _lock:
        _drawn.clear()


def _key(play: Play, ply: int, seat: int | None, reader: User | AnonymousUser) -> Hashable:
    game = play.game
    course = (game.pk, game.commitment, game.rules_version, play.rows[-1] if play.rows else None)
    shown = (game.title, game.is_annulled, tuple(people(play, None)))
    wishes = (reader.window, reader.keyboard_shortcuts, reader.log_pictures) if isinstance(reader, User) else ()
    return course, shown, wishes, get_language(), ply, seat
