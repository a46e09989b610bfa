"""What has no control of its own yet: every legal move is a named answer, so that no game stands still."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

import engine
from games.board.panel import Panel, named_answers
from games.board.table import Table
from games.names.cards import Deck

from .base import Asking, OfCard, Tool

NAMED = "games/board/questions/named.html"
"""A button for each move; radio buttons are for choices that somebody has thought about."""


class Unknown(Asking):
    """Speaks for every kind that nobody else speaks for."""

    def panel(self, table: Table) -> Panel | None:
        question = table.view.question
        card = question.card if question else None
        heading = _("Decide: %(card)s") % {"card": table.deck.name(card)} if card else _("Decide")
        face = table.deck[card] if card else None
        answers = named_answers(table.view.moves, table.moves, table.deck)
        return Panel(heading, heading, face.text if face else "", face, answers, template=NAMED)

    def title(self, view: engine.View) -> str:
        return _("Your decision")

    def hint(self, view: engine.View) -> str:
        return _("Choose one of the answers.") if view.moves else ""

    def letter(self, view: engine.View, deck: Deck) -> str:
        return _("Choose one of the answers below.")


class Further(Tool):
    """The moves of a turn that neither a card before the viewer nor another tool offers."""

    name = "further"

    def __init__(
        self, others: Sequence[Tool], cards: Sequence[OfCard], asking_of: Callable[[engine.View], Asking]
    ) -> None:
        self.others = others
        self.cards = cards
        self.asking_of = asking_of

    def moves(self, table: Table) -> list[str]:
        offered = {"pass"}.union(*(one.moves(table.view) for one in self.cards))
        for slot in (*table.view.upper, *table.view.lower, *(table.own_hand or ())):
            if slot is not None:
                offered.update(offer.move for offer in slot.offers)
                offered.add(slot.take or "pass")
        verbs = {tool.verb for tool in self.others}
        return [text for text in table.view.moves if text not in offered and text.partition(" ")[0] not in verbs]

    def is_usable(self, table: Table) -> bool:
        asking = self.asking_of(table.view)
        return type(asking) is not Unknown and asking.panel(table) is None and bool(self.moves(table))

    def button(self, table: Table) -> str:
        return _("Other moves")

    def panel(self, table: Table) -> Panel | None:
        if not self.is_usable(table):
            return None
        heading = _("Other moves")
        answers = named_answers(self.moves(table), table.moves, table.deck)
        return Panel(heading, heading, "", None, answers, closes=True, template=NAMED)


UNKNOWN = Unknown()
