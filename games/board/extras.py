"""What expansions show beside cards and money: panels, lines of the overview and of emails.

A module of games/board/expansions/ declares EXTRAS, a tuple of `Extra`; each is asked where the view has an extra of its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import engine
from games.board.figures import Line, OverviewLine
from games.board.people import Person
from games.names.cards import Deck
from plugins import within

EXPANSIONS = "games.board.expansions"


@dataclass(frozen=True, slots=True)
class Shown:
    """A panel with its values: the macro of jinja/games/board/extras.html that draws it gets them as `shown`."""

    macro: str
    values: object


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

    `place` is where its panel stands: "side" under the score, "full" under both columns, "own" above the own display, "board"
    below it, "seats" below the list of the seats, "track" below the lanes of the score.
    """

    part: ClassVar[str]
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

    def here(self, tile: str, view: engine.View, names: Sequence[Person]) -> Sequence[Line]:
        """What there is to say now about one of its tiles, by its id in the reference; nothing for tiles of others."""
        return ()

    def effect(self, before: engine.View, after: engine.View, seat: int) -> list[str]:
        """What a move changes for the seat that plays it, besides its incomes: short notes beside the price."""
        return []

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        """What a mail tells of it, one line each."""
        return []

    @property
    def macro(self) -> str:
        """The name of the macro that draws its panel."""
        return self.part


@cache
def _all() -> Sequence[Extra]:
    return [extra for extras in within(EXPANSIONS, "EXTRAS") for extra in extras]


def extras_of(view: engine.View) -> list[Extra]:
    """Those of the parts that are in play, in the order of the parts."""
    order = list(view.extras)
    return sorted((extra for extra in _all() if extra.part in view.extras), key=lambda extra: order.index(extra.part))
