"""Moves in the reader's words: `buy Customs House for 7 rubles` for the notation `buy customs-house`."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

import engine
from games.board.move_words import HOLE, MoveLine
from games.board.places import name_of
from games.board.verbs import move_words
from games.names.cards import Deck
from games.names.words import amount_of_rubles


def move_lines(view: engine.View, deck: Deck) -> list[MoveLine]:
    """Every legal move of the viewer, in the order of `view.moves`."""
    known = _known(view, deck)
    return [known.get(move) or move_words(move, view, deck) for move in view.moves]


def move_line(text: str, view: engine.View, deck: Deck) -> MoveLine:
    """One move of the viewer in this position."""
    return _known(view, deck).get(text) or move_words(text, view, deck)


def _known(view: engine.View, deck: Deck) -> dict[str, MoveLine]:
    """All moves with cards that lie before the viewer."""
    found: dict[str, MoveLine] = {}
    for slot in _slots(view):
        name = name_of(slot, view, deck)
        for offer in slot.offers:
            over = _("%(card)s over %(over)s") % {"card": name, "over": deck.name(offer.over)} if offer.over else name
            found.setdefault(
                offer.move, MoveLine(_buy(slot.row) % {"card": HOLE, "price": amount_of_rubles(offer.price)}, over)
            )
        if slot.take:
            found.setdefault(slot.take, MoveLine(_take(slot.row) % {"card": HOLE}, name))
    return found


def _slots(view: engine.View) -> Iterator["engine.Slot"]:
    yield from (slot for slot in (*view.upper, *view.lower, *view.spread, view.drawn) if slot is not None)
    if view.viewer is not None:
        yield from view.seats[view.viewer].hand or ()


def _buy(row: str) -> str:
    if row == "lower":
        return _("buy %(card)s from the lower row for %(price)s")
    if row == "hand":
        return _("play %(card)s from your hand for %(price)s")
    if row == "drawn":
        return _("buy the drawn %(card)s for %(price)s")
    if row == "discard":
        return _("buy %(card)s from the discard pile for %(price)s")
    return _("buy %(card)s for %(price)s")


def _take(row: str) -> str:
    if row == "lower":
        return _("take %(card)s from the lower row into your hand")
    if row == "drawn":
        return _("take the drawn %(card)s into your hand")
    if row == "discard":
        return _("take %(card)s from the discard pile into your hand")
    return _("take %(card)s into your hand")
