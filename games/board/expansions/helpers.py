"""Helpers on the board: who holds which, and their log lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _

import engine
from games.board.extras import Extra, SeatTile, SheetLine, values_of
from games.board.people import Person, clockwise, you_or
from games.board.questions import Addition
from games.board.sentences import EntryWords
from games.names.cards import Deck, tile_group, tile_name, tile_words

SHORT: Mapping[str, str | Promise] = {
    "craftsman-master": pgettext_lazy("helper", "green −1 ₽"),
    "liege-lady": pgettext_lazy("helper", "yellow −1 ₽"),
    "architect": pgettext_lazy("helper", "blue −1 ₽"),
    "lawyer": pgettext_lazy("helper", "red −1 ₽"),
    "czars-daughter": pgettext_lazy("helper", "Exchange −2 ₽"),
}
"""What each does for its holder, in three words (HELP-1 to HELP-5)."""


@dataclass(frozen=True, slots=True)
class Held:
    """One helper and its holder; `then` has it after this round, None when there is no further one."""

    id: str
    group: str
    name: str
    short: str
    words: str
    holder: Person
    then: Person | None


@lru_cache(maxsize=100)
def _tile(helper: str, language: str | None) -> SeatTile:
    """A helper in the active language, which is `language`."""
    return SeatTile("helpers", helper, tile_name(helper), str(SHORT[helper]), tile_words(helper), tile_group(helper))


class Helpers(Extra):
    part = "helpers"
    place = "seats"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> tuple[Held, ...]:
        return self.held(view, names)

    def held(self, view: engine.View, names: Sequence[Person]) -> tuple[Held, ...]:
        """All of them, the viewer's first, then clockwise."""
        held, first = values_of(view, "helpers")["holders"], view.viewer or 0
        goes_on = not (view.over or view.ending)
        found = []
        for seat in clockwise(range(len(held)), first):
            helper, right = held[seat], names[seat - 1]  # seats count clockwise, HELP-9
            tile = _tile(helper, get_language())
            found.append(
                Held(helper, tile.group, tile.name, tile.short, tile.words, names[seat], right if goes_on else None)
            )
        return tuple(found)

    def at_seat(self, view: engine.View, seat: int) -> Sequence[SeatTile]:
        return (_tile(values_of(view, "helpers")["holders"][seat], get_language()),)

    def here(self, tile: str, view: engine.View, names: Sequence[Person]) -> Sequence[SheetLine]:
        held = next((one for one in self.held(view, names) if one.id == tile), None)
        if held is None:
            return ()
        found = [SheetLine(_("Current holder"), you_or(held.holder))]
        return [*found, SheetLine(_("Next holder"), you_or(held.then))] if held.then else found

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        said = [f"{you_or(one.holder)} {one.name} ({one.short})" for one in self.show(view, deck, names)]
        return [_("Helpers: %(helpers)s") % {"helpers": ", ".join(said)}]


def _passed(entry: Any, found: EntryWords) -> str:
    said = ", ".join(f"{who} {tile_name(helper)}" for who, helper in zip(found.names, entry.holders, strict=True))
    return _("The helpers are passed on: %(helpers)s") % {"helpers": said}


HELPERS = Addition(
    sentences={"helpers-passed": _passed},
    extras=(Helpers(),),
)
