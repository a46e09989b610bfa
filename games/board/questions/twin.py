"""The cards on place 1 after the Twin: both have to be acquired, in whatever order there is a way (DEC-16, EVT-TWIN)."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

import engine
from games.board.expansions.events import PLACE
from games.board.panel import Answer, Panel, Picture, card_panel
from games.board.table import Table
from games.names.cards import Deck, Face
from games.names.words import listed

from .base import Asking


class Twin(Asking):
    kinds = ("twin",)

    def panel(self, table: Table) -> Panel | None:
        if not table.view.moves:
            return None
        slots = lying(table.view)
        faces = tuple(table.deck[slot.card] for slot in slots)
        answers = tuple(answer for slot in slots for answer in _ways(slot, table))
        if len(slots) > 1:
            heading = _("Twin: which card first?")
            text = _("You must buy or take both. Only moves that leave a way to get the other card are offered.")
        else:
            heading = _("Twin: now %(card)s") % {"card": table.deck.name(slots[0].card)}
            text = _("You must buy it or take it.")
        return Panel(heading, heading, text, None, answers, template="games/board/questions/twin.html", faces=faces)

    def title(self, view: engine.View) -> str:
        return _("Choose the twin cards")

    def hint(self, view: engine.View) -> str:
        return _("Both cards on place 1 must be bought or taken.")

    def letter(self, view: engine.View, deck: Deck) -> str:
        names = [deck.name(slot.card) for slot in lying(view)]
        if len(names) > 1:
            return _("Your Twin event: buy or take %(cards)s on place 1, one after the other.") % {
                "cards": listed(names)
            }
        return _("Your Twin event: now buy or take %(cards)s as well.") % {"cards": listed(names)}


def lying(view: engine.View) -> list[engine.Slot]:
    """What still lies on place 1: the original, then the second card."""
    first = view.upper[PLACE - 1]
    return [*([first] if first is not None else []), *view.spread]


def _ways(slot: engine.Slot, table: Table) -> list[Answer]:
    """Every legal way to acquire one of the two."""
    name, face = table.deck.name(slot.card), table.deck[slot.card]
    shown = card_panel(slot, table.moves, table.deck)
    found = []
    for answer, offer in zip(shown.answers, slot.offers, strict=True):
        if not offer.legal:
            continue
        over = table.deck.name(offer.over) if offer.over else ""
        values = {"card": name, "over": over, "price": answer.price}
        label = _("%(card)s over %(over)s") % values if over else _("Buy %(card)s") % values
        button = _("Buy %(card)s for %(price)s") % values
        found.append(replace(answer, label=label, button=button, picture=_picture(face)))
    if slot.take:
        label = _("Take %(card)s to hand") % {"card": name}
        reveals = table.moves.reveals(slot.take)
        found.append(Answer(label, label, slot.take, reveals=reveals, picture=_picture(face), is_take=True))
    return found


def _picture(face: Face) -> Picture:
    return Picture("cards", face.key, face.tint)


ASKING = (Twin(),)
