"""Moves in the reader's words: `buy Customs House for 7 rubles` for the notation `buy customs-house`."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

import engine
from games.presenters import words
from games.presenters.cards import Deck

from .money import points, rubles

HOLE = "\0"
"""Where the name of the card stands in a pattern; no name and no translation contains it."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One legal move. `name` is printed bold in HTML."""

    pattern: str
    name: str

    @property
    def text(self) -> str:
        return self.pattern.replace(HOLE, self.name)

    @property
    def html(self) -> SafeString:
        return mark_safe(escape(self.pattern).replace(HOLE, f"<b>{escape(self.name)}</b>"))  # both parts are escaped

    def __str__(self) -> str:
        return self.text


def move_lines(view: engine.View, deck: Deck) -> list[MoveLine]:
    """Every legal move of the viewer, in the order of `view.moves`."""
    known = _known(view, deck)
    return [known.get(move) or _other(move, view, deck) for move in view.moves]


def move_line(text: str, view: engine.View, deck: Deck) -> MoveLine:
    """One move of the viewer in this position."""
    return _known(view, deck).get(text) or _other(text, view, deck)


def _known(view: engine.View, deck: Deck) -> dict[str, MoveLine]:
    """All moves with cards that lie before the viewer."""
    found: dict[str, MoveLine] = {}
    for slot in _slots(view):
        name = deck.name(slot.card)
        for offer in slot.offers:
            over = _("%(card)s over %(over)s") % {"card": name, "over": deck.name(offer.over)} if offer.over else name
            found.setdefault(offer.move, MoveLine(_buy(slot.row) % {"card": HOLE, "price": rubles(offer.price)}, over))
        if slot.take:
            found.setdefault(slot.take, MoveLine(_take(slot.row) % {"card": HOLE}, name))
    return found


def _slots(view: engine.View) -> Iterator["engine.Slot"]:
    yield from (slot for slot in (*view.upper, *view.lower, view.drawn) if slot is not None)
    if view.viewer is not None:
        yield from view.seats[view.viewer].hand or ()


def _buy(row: str) -> str:
    if row == "lower":
        return _("buy %(card)s from the lower row for %(price)s")
    if row == "hand":
        return _("play %(card)s from your hand for %(price)s")
    if row == "drawn":
        return _("buy the drawn %(card)s for %(price)s")
    return _("buy %(card)s for %(price)s")


def _take(row: str) -> str:
    if row == "lower":
        return _("take %(card)s from the lower row into your hand")
    if row == "drawn":
        return _("take the drawn %(card)s into your hand")
    return _("take %(card)s into your hand")


def _other(text: str, view: engine.View, deck: Deck) -> MoveLine:
    """Moves without a card before the viewer; what has no words of its own stands in notation."""
    verb, _space, what = text.partition(" ")
    if verb == "pass":
        return MoveLine(HOLE, _("pass"))
    if verb == "draw" and what in words.PILES:
        return MoveLine(
            _("use an Observatory and draw from the pile of %(pile)s") % {"pile": HOLE}, str(words.PILES[what])
        )
    if verb == "discard" and view.drawn is not None:
        return MoveLine(_("discard %(card)s") % {"card": HOLE}, deck.name(view.drawn.card))
    if verb == "pub" and what.isdecimal():
        if what == "0":
            return MoveLine(HOLE, _("buy no points"))
        price = rubles(2 * int(what))  # 2 rubles a point, CARD-PUB-1
        return MoveLine(_("buy %(points)s for %(price)s") % {"points": HOLE, "price": price}, points(int(what)))
    return MoveLine(HOLE, text)
