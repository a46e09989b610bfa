"""The kind of a ? symbol, when a card that bears one enters a display (DEC-5, MKT-15)."""

from __future__ import annotations

from django.utils.translation import gettext as _

import engine
from games.board.expansions.market import label
from games.board.move_words import HOLE, MoveLine
from games.board.panel import Answer, Panel, Picture, changes
from games.board.table import Table
from games.names import words
from games.names.cards import Deck

from .base import Asking


class Kind(Asking):
    kinds = ("kind",)

    def panel(self, table: Table) -> Panel | None:
        question = table.view.question
        if question is None or question.card is None:
            return None
        answers = []
        for text in table.view.moves:
            kind = text.removeprefix("kind ")
            answers.append(
                Answer(
                    label(kind),
                    _("Choose %(kind)s") % {"kind": words.GOODS[kind]},
                    text,
                    effect=", ".join(changes(text, table.moves)),
                    reveals=table.moves.reveals(text),
                    picture=Picture("market_kinds", kind, "yellow"),
                )
            )
        heading = _("%(card)s: which kind is the ? symbol?") % {"card": table.deck[question.card].name}
        return Panel(
            heading,
            _("? symbol: which kind?"),
            _("The tile stays on the card as long as it is in your play area."),
            table.deck[question.card],
            tuple(answers),
        )

    def title(self, view: engine.View) -> str:
        return _("Choose a kind")

    def hint(self, view: engine.View) -> str:
        return _("Choose the kind of the ? symbol.")

    def letter(self, view: engine.View, deck: Deck) -> str:
        card = view.question.card if view.question else None
        return (
            _("You bought or played %(card)s: choose the kind of its ? symbol.") % {"card": deck[card].name}
            if card
            else ""
        )


def _kind(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    if what not in words.GOODS:
        return None
    return MoveLine(_("choose %(kind)s for the ? symbol") % {"kind": HOLE}, str(words.GOODS[what]))


ASKING = (Kind(),)
VERBS = {"kind": _kind}
