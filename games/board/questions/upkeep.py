"""Upkeep of an orange card in the Market scoring: pay for it, or give it up (DEC-22, MKT-20 to MKT-22)."""

from __future__ import annotations

from django.utils.translation import gettext as _

import engine
from games.board.extras.market import label, positions
from games.board.move_words import HOLE, MoveLine
from games.board.panel import Answer, Panel
from games.board.table import Table
from games.names import words
from games.names.cards import Deck

from .base import Asking


class Upkeep(Asking):
    kinds = ("upkeep",)

    def panel(self, table: Table) -> Panel | None:
        question = table.view.question
        if question is None or question.card is None:
            return None
        price = question.maximum or 0
        answers = []
        for text in table.view.moves:
            reveals = table.moves.reveals(text)
            if text.startswith("keep "):
                paid = words.rubles(price)
                left = "" if table.rubles is None else words.rubles(table.rubles - price)
                button = _("Keep it for %(price)s") % {"price": paid}
                answers.append(Answer(_("Keep it"), button, text, price=paid, total=paid, leaves=left, reveals=reveals))
            else:
                answers.append(Answer(_("Give it up"), _("Give it up"), text, effect=_loss(table), reveals=reveals))
        face = table.deck[question.card]
        heading = _("Upkeep: keep %(card)s?") % {"card": face.name}
        text = _("The market square is scored when everyone has decided.")
        return Panel(heading, heading, text, face, tuple(answers))

    def title(self, view: engine.View) -> str:
        return _("Pay the upkeep?")

    def hint(self, view: engine.View) -> str:
        return _("Pay for the orange card or give it up.")

    def letter(self, view: engine.View, deck: Deck) -> str:
        question = view.question
        if question is None or question.card is None:
            return self.hint(view)
        values = {"price": words.amount_of_rubles(question.maximum or 0), "card": deck.name(question.card)}
        return (
            _("Upkeep: pay %(price)s to keep %(card)s with its symbols on the market square, or give it up.") % values
        )


def _loss(table: Table) -> str:
    """How far the marker goes back without the card (MKT-22); known whatever the answer uncovers."""
    question, seat = table.view.question, table.view.viewer
    if question is None or question.card is None or seat is None:
        return ""
    ((kind, count),) = table.deck[question.card].goods
    now = positions(table.view)[kind][seat]
    values = {"kind": label(kind), "before": now, "after": now - count}
    return _("%(kind)s %(before)s → %(after)s, the card is discarded") % values


def _keep(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    if what not in deck or view.question is None or view.question.maximum is None:
        return None
    price = words.amount_of_rubles(view.question.maximum)
    return MoveLine(_("pay %(price)s to keep %(card)s") % {"price": price, "card": HOLE}, deck.name(what))


def _give_up(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    return MoveLine(_("give up %(card)s") % {"card": HOLE}, deck.name(what)) if what in deck else None


ASKING = (Upkeep(),)
VERBS = {"keep": _keep, "give-up": _give_up}
