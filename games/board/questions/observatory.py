"""The Observatory: which pile to draw from, and what becomes of the drawn card (DEC-6, CARD-OBS)."""

from __future__ import annotations

from django.utils.translation import gettext as _

import engine
from games.board.move_words import HOLE, MoveLine
from games.board.panel import Answer, Panel, Picture, card_panel
from games.board.table import Table
from games.names import words
from games.names.cards import Deck

from .base import Asking, Tool


class Drawn(Asking):
    kinds = ("drawn",)
    is_seen_by_watchers = True

    def panel(self, table: Table) -> Panel | None:
        slot, moves = table.view.drawn, table.moves
        if slot is None:
            return None
        others = [
            Answer(_("Discard it"), _("Discard it"), text, reveals=moves.reveals(text))
            for text in table.view.moves
            if text.startswith("discard ")
        ]
        heading = _("You drew %(card)s") % {"card": table.deck.name(slot.card)}
        template = "games/board/questions/drawn.html"
        return card_panel(slot, moves, table.deck, heading=heading, others=others, template=template)

    def title(self, view: engine.View) -> str:
        return _("Use the drawn card")

    def hint(self, view: engine.View) -> str:
        return _("Buy it, take it or discard it.")

    def letter(self, view: engine.View, deck: Deck) -> str:
        if view.drawn is None:
            return self.hint(view)
        card = deck.name(view.drawn.card)
        return _("Your Observatory drew %(card)s: buy it, take it into your hand or discard it.") % {"card": card}


class Observatory(Tool):
    """Which pile to draw from (CARD-OBS-2)."""

    name = "observatory"
    verb = "draw"
    card = "observatory"

    def button(self, table: Table) -> str:
        return _("Use the Observatory")

    def panel(self, table: Table) -> Panel | None:
        if not self.is_usable(table):
            return None
        left = {phase.name: phase.left for phase in table.view.phases}
        answers = []
        for text in table.view.moves:
            verb, _space, pile = text.partition(" ")
            if verb == self.verb:
                answers.append(
                    Answer(
                        str(words.PILES[pile]),
                        _("Draw from %(pile)s") % {"pile": words.PILES[pile]},
                        text,
                        detail=words.cards_left(left[pile]),
                        reveals=table.moves.reveals(text),
                        picture=Picture("piles", pile, words.PILE_GROUPS[pile]),
                    )
                )
        heading = _("Observatory: draw from which pile?")
        text = _("You must then buy, take or discard the card you draw.")
        return Panel(heading, heading, text, None, tuple(answers), closes=True)


def _draw(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    if what not in words.PILES:
        return None
    pattern = _("use an Observatory and draw from the pile of %(pile)s") % {"pile": HOLE}
    return MoveLine(pattern, str(words.PILES[what]))


def _discard(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    if view.drawn is None:
        return None
    return MoveLine(_("discard %(card)s") % {"card": HOLE}, deck.name(view.drawn.card))


ASKING = (Drawn(),)
TOOLS = (Observatory(),)
VERBS = {"draw": _draw, "discard": _discard}
