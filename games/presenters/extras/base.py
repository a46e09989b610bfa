"""The shape of what a part shows of itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import engine
from games.presenters.cards import Deck
from games.presenters.people import Person

if TYPE_CHECKING:
    from games.presenters.score import OverviewLine


@dataclass(frozen=True, slots=True)
class Shown:
    """A panel with its values: the template `games/extras/<part>.html` finds them as `shown`."""

    template: str
    values: object


class Extra:
    """One part of the game on the pages. `part` is its name in `view.extras`; every answer has a neutral default.

    `place` is where its panel stands: "side" under the score, "full" under both columns, "own" above the own display.
    """

    part: ClassVar[str]
    place: ClassVar[str] = "side"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> object:
        """The values of its panel; None for no panel."""
        return None

    def overview(
        self, lines: tuple[OverviewLine, ...], view: engine.View, seats: Sequence[engine.SeatView], deck: Deck
    ) -> tuple[OverviewLine, ...]:
        """The lines of the overview (UI-12), given those before; `seats` are its columns. The sum is made afterwards."""
        return lines

    def effect(self, before: engine.View, after: engine.View, seat: int) -> list[str]:
        """What a move changes for the seat that plays it, besides its incomes: short notes beside the price."""
        return []

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        """What a mail tells of it, one line each."""
        return []

    @property
    def template(self) -> str:
        return f"games/extras/{self.part}.html"
