"""The Banquet: the box with the purple cards that were played, and what the viewer could do with those of his hand
(section 18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.utils.translation import gettext as _

import engine
from games.board.people import Person
from games.board.sentences import counted
from games.names.cards import Deck, Face

from .base import Extra


def purple_cards(view: engine.View) -> Mapping[str, Mapping[str, Any]]:
    """The purple cards of the viewer's hand by card, with the moves that would play them in a turn now; empty without the
    Banquet."""
    shown = cast(Mapping[str, Any], view.extras.get(Banquet.part, {}))
    return {one["card"]: one for one in shown.get("hand", ())}


class Banquet(Extra):
    part = "banquet"
    place = "full"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> tuple[Face, ...] | None:
        """The faces of the cards in the box, in the order in which they were played."""
        return tuple(deck[card] for card in self._box(view)) or None

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        box = self._box(view)
        return [_("Purple cards in the box: %(cards)s") % {"cards": counted(box, deck)}] if box else []

    def _box(self, view: engine.View) -> Sequence[str]:
        return cast(Sequence[str], cast(Mapping[str, object], view.extras[self.part])["box"])


EXTRA = Banquet()
