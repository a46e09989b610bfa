"""What parts of the game show on the board: panels, lines of the overview and of emails, and what lies on cards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, cast

from django.utils.functional import Promise

import engine
from games.board.people import Person
from games.board.registry import listed, merged
from games.names.cards import Deck, Face


class Figure(NamedTuple):
    """What comes in; less than nothing where it is paid."""

    rubles: int
    points: int


@dataclass(frozen=True, slots=True)
class OverviewLine:
    """One line of the table, a cell for each seat in the order of the columns. `total` marks the sum, `group` tells parts of
    the game which line it is."""

    name: str
    cells: tuple[Figure, ...]
    total: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class SheetLine:
    what: str
    said: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Something on a space of the score track. By seat: `looks` are classes of its picture on the lane of that seat, `shorts`
    what stands in the lane of the seat that comes to it next, and `notes` the same in words, empty for nothing. `sign` is a
    class of its space."""

    space: int
    sign: str
    looks: tuple[str, ...]
    shorts: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatTile:
    """A tile that lies in front of a seat. `id` is its name in the list `shelf` of the reference, `words` what it does."""

    shelf: str
    id: str
    name: str
    short: str
    words: str
    group: str


class Extra:
    """One part of the game on the pages. `part` is its name in `view.extras`; every answer has a neutral default.

    `place` is where its panel stands: "side" under the score, "full" under both columns, "own" below the own display, "board"
    below it, "seats" below the list of the seats, "track" below the lanes of the score.
    """

    part: ClassVar[str]
    macro: ClassVar[str] = ""
    """The name of the macro that draws its panel, where it is not that of the part."""
    place: ClassVar[str] = "side"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> object:
        """The values of its panel; None for no panel."""
        return None

    def at_seat(self, view: engine.View, seat: int) -> Sequence[SeatTile]:
        """What lies in front of a seat: it stands in the list of seats."""
        return ()

    def above(self, view: engine.View) -> Mapping[tuple[str, int], engine.Slot]:
        """Second cards on places of the tableau, by row and place (UI-10)."""
        return {}

    def overview(
        self, lines: tuple[OverviewLine, ...], view: engine.View, seats: Sequence[engine.SeatView], deck: Deck
    ) -> tuple[OverviewLine, ...]:
        """The lines of the overview (UI-12), given those before; `seats` are its columns. The sum is made afterwards."""
        return lines

    def stops(self, view: engine.View) -> Sequence[Stop]:
        """What stands on the score track."""
        return ()

    def overview_notes(self, view: engine.View) -> list[str]:
        """What has to be said below the overview, a sentence each."""
        return []

    def final_notes(self, view: engine.View) -> list[str]:
        """What has to be said below the final scores, a sentence each."""
        return []

    def here(self, tile: str, view: engine.View, names: Sequence[Person]) -> Sequence[SheetLine]:
        """What there is to say now about one of its tiles, by its id in the reference; nothing for tiles of others."""
        return ()

    def effect(self, before: engine.View, after: engine.View, seat: int) -> list[str]:
        """What a move changes for the seat that plays it, besides its incomes: short notes beside the price."""
        return []

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        """What a mail tells of it, one line each."""
        return []


def values_of(view: engine.View, part: str) -> Mapping[str, Any]:
    """What the engine shows of a part; empty in a game without it."""
    return cast(Mapping[str, Any], view.extras.get(part, {}))


def extras_of(view: engine.View) -> list[Extra]:
    """Those of the parts that are in play, in the order of the parts."""
    order = list(view.extras)
    return sorted(
        (extra for extra in listed("extras") if extra.part in view.extras), key=lambda extra: order.index(extra.part)
    )


@dataclass(frozen=True, slots=True)
class Lying:
    """`words` are read after the card's name, `look` is a class of its stack, `dress` changes the face itself.

    What lies on the card as a thing of its own is shown smaller on top, and both by a click (UI-10): `card` when it is a card,
    else `picture` by section and key of icons.toml, and `note`, what it does.
    """

    words: Promise
    look: str = ""
    dress: Callable[[Face], Face] = lambda face: face
    card: str = ""
    picture: tuple[str, str] = ("", "")
    note: str | Promise = ""


def lying_on(marks: Iterable[str]) -> list[Lying]:
    known = merged("marks")
    return [known[mark] for mark in marks if mark in known]
