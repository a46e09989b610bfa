"""The Impostor: pay a ruble for it in the Noble scoring, or discard it (DEC-21, IMPO-3, UI-8). Marks answer, so people are
hardly ever asked."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine
from games.board.move_words import HOLE, MoveLine
from games.board.panel import Answer, Panel
from games.board.presets import Deciding
from games.board.table import Table
from games.names import words
from games.names.cards import Deck

from .base import Asking

PRICE = 1
"""Rubles for each Impostor that stays (IMPO-1)."""


class Impostor(Asking):
    kinds = ("impostor",)

    def panel(self, table: Table) -> Panel | None:
        question = table.view.question
        if question is None or question.card is None:
            return None
        price = words.rubles(PRICE)
        answers = []
        for text in table.view.moves:
            reveals = table.moves.reveals(text)
            if text.startswith("pay "):
                button = _("Keep it for %(price)s") % {"price": price}
                answers.append(Answer(_("Keep it"), button, text, price=price, total=price, reveals=reveals))
            else:
                answers.append(Answer(_("Discard it"), _("Discard it"), text, reveals=reveals))
        face = table.deck[question.card]
        heading = _("%(card)s: pay or discard?") % {"card": face.name}
        text = _("You can pay the ruble from the coming Noble scoring.")
        return Panel(heading, heading, text, face, tuple(answers))

    def title(self, view: engine.View) -> str:
        return _("Pay for the Impostor?")

    def hint(self, view: engine.View) -> str:
        return _("Pay for the Impostor or discard it.")

    def letter(self, view: engine.View, deck: Deck) -> str:
        price = words.amount_of_rubles(PRICE)
        return _("Your Impostor costs %(price)s in the Noble scoring. Pay for it or discard it.") % {"price": price}


class Mark(Deciding):
    """The mark for discarding, one for each Impostor; it is for this phase only."""

    kinds = ("impostor",)
    rule = "IMPO-3"

    def question(self, preset: engine.Preset, deck: Deck) -> str:
        return _("%(card)s in this Noble scoring") % {"card": super().question(preset, deck)}

    def label(self, value: str) -> str:
        return _("Discard it") if value == "dismiss" else _("Pay %(price)s") % {"price": words.rubles(PRICE)}

    def badge(self, value: str) -> str:
        return pgettext("card", "leaves") if value == "dismiss" else ""


def _pay(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    if what not in deck:
        return None
    return MoveLine(
        _("pay %(price)s for %(card)s") % {"price": words.amount_of_rubles(PRICE), "card": HOLE}, deck.name(what)
    )


def _dismiss(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    return MoveLine(_("discard %(card)s") % {"card": HOLE}, deck.name(what)) if what in deck else None


ASKING = (Impostor(),)
VERBS = {"pay": _pay, "dismiss": _dismiss}
DECIDING = (Mark(),)
