"""Which of equal cards of a row is meant, where their places matter (TURN-13): `Market (place 5)`."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

import engine
from games.names.cards import Deck


def place_of(slot: "engine.Slot", view: engine.View, deck: Deck) -> int:
    """The place of a card that has to be told apart from an equal one of its row; 0 where there is nothing to tell."""
    if not deck.places:
        return 0
    equal = [one for one in row_of(view, slot.row) if one is not None and one.card == slot.card]
    return slot.place if len(equal) > 1 else 0


def name_of(slot: "engine.Slot", view: engine.View, deck: Deck) -> str:
    """What a sentence calls the card in this place."""
    name, place = deck.name(slot.card), place_of(slot, view, deck)
    return _("%(card)s (place %(place)s)") % {"card": name, "place": place} if place else name


def slot_for(text: str, view: engine.View) -> "engine.Slot | None":
    """The card of the tableau that a move buys or takes; None when it does neither."""
    for slot in (*view.upper, *view.lower):
        if slot is not None and (text == slot.take or any(text == offer.move for offer in slot.offers)):
            return slot
    return None


def row_of(view: engine.View, row: str) -> "Sequence[engine.Slot | None]":
    """A row of the tableau from the left, holes included; nothing for another place."""
    return {"upper": view.upper, "lower": view.lower}.get(row, ())
