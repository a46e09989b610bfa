"""What can lie on a card of a display, by the name of its mark in the view.

A module of games/board/expansions/ declares MARKS, a dictionary from names of marks to `Lying`. Face down is no thing
that lies there: see `displays`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise

from games.board.registry import merged
from games.names.cards import Face


def _as_printed(face: Face) -> Face:
    return face


@dataclass(frozen=True, slots=True)
class Lying:
    """`words` are read after the card's name, `look` is a class of its stack, `dress` changes the face itself.

    What lies on the card as a thing of its own is shown smaller on top, and both by a click (UI-10): `card` when it is a card,
    else `picture` by section and key of icons.toml, and `note`, what it does.
    """

    words: Promise
    look: str = ""
    dress: Callable[[Face], Face] = _as_printed
    card: str = ""
    picture: tuple[str, str] = ("", "")
    note: str | Promise = ""


@cache
def _known() -> Mapping[str, Lying]:
    return merged("games.board.expansions", "MARKS")


def lying_on(marks: Iterable[str]) -> list[Lying]:
    """What these marks are, in the order of the view."""
    return [_known()[mark] for mark in marks if mark in _known()]
