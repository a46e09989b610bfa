"""Searching the discard pile: a card of it is bought, taken, or put back on top (DEC-7, DEC-8, M2-DEBT, BANQ-BLACK).

The Debtors' Prison is the tool that begins it; whatever else searches asks the same question.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.board.move_words import HOLE, MoveLine, plain
from games.board.panel import Answer, Panel, card_panel
from games.board.table import Table
from games.board.tableau import Spot, spot
from games.names.cards import Deck

from .base import Asking, Tool


@dataclass(frozen=True, slots=True)
class SearchPanel(Panel):
    """The whole pile, the topmost first; of equal cards one is shown. When one is chosen, what can become of it."""

    spots: tuple[Spot, ...] = ()


class Search(Asking):
    kinds = ("search",)

    def panel(self, table: Table) -> Panel | None:
        slot = _chosen(table)
        spots = tuple(spot(one, table.deck, slot) for one in table.view.spread)
        heading = _("Search the discard pile: which card?")
        text = _("Choose a card: buy it, take it, or put it back on top.")
        template = "games/board/questions/search.html"
        if slot is None:
            return SearchPanel(heading, heading, text, None, (), template=template, spots=spots)
        back = f"put-back {slot.card}"
        others = [
            Answer(label, label, back, reveals=table.moves.reveals(back))
            for label in [_("Put it back on top")]
            if back in table.view.moves
        ]
        heading = _("From the discard pile: %(card)s") % {"card": table.deck.name(slot.card)}
        shown = card_panel(slot, table.moves, table.deck, heading=heading, others=others, template=template)
        return SearchPanel(**{field.name: getattr(shown, field.name) for field in fields(Panel)}, spots=spots)

    def title(self, view: engine.View) -> str:
        return _("Choose a discarded card")

    def hint(self, view: engine.View) -> str:
        return _("Buy or take a card from the discard pile, or put it back.")

    def letter(self, view: engine.View, deck: Deck) -> str:
        return _("Choose a card from the discard pile. Buy it, take it into your hand or put it back on top.")


def _chosen(table: Table) -> engine.Slot | None:
    """The card that the address names, or the one that the move to be confirmed is about."""
    row, _dot, card = table.wish.card.rpartition(".")
    for slot in table.view.spread:
        if row.startswith(f"{slot.row}.") and slot.card == card:
            return slot
    for slot in table.view.spread:
        texts = {slot.take, f"put-back {slot.card}", *(offer.move for offer in slot.offers)}
        if table.wish.do in texts:
            return slot
    return None


class Prison(Tool):
    """What the Debtors' Prison does, before it lies face down (M2-DEBT-2)."""

    name = "prison"
    verb = "search"
    card = "debtors-prison"

    def is_usable(self, table: Table) -> bool:
        return self.verb in table.view.moves

    def button(self, table: Table) -> str:
        return _("Search the discard pile")

    def hint(self, view: engine.View) -> str:
        return _("Your Debtors' Prison can search the discard pile instead.") if self.verb in view.moves else ""

    def panel(self, table: Table) -> Panel | None:
        if not self.is_usable(table):
            return None
        count = len(table.view.discard)
        found = ngettext("It holds %(count)s card.", "It holds %(count)s cards.", count) % {"count": count}
        label = _("Search the discard pile")
        answer = Answer(
            label,
            label,
            self.verb,
            effect=_("Your Debtors' Prison then stays face down, without its point, until the next round."),
            reveals=table.moves.reveals(self.verb),
        )
        heading = _("Debtors' Prison: search the discard pile?")
        text = _("You then choose a card from it: buy it, take it or put it back on top.")
        face = next((table.deck[shown.card] for shown in _own(table) if table.deck[shown.card].key == self.card), None)
        return Panel(heading, heading, f"{found} {text}", face, (answer,), closes=True)


def _own(table: Table) -> tuple[engine.DisplayCard, ...]:
    return () if table.viewer is None else table.view.seats[table.viewer].display


def _search(what: str, view: engine.View, deck: Deck) -> MoveLine:
    return plain(_("use the Debtors' Prison and search the discard pile"))


def _put_back(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    if what not in deck:
        return None
    return MoveLine(_("put %(card)s back on top of the discard pile") % {"card": HOLE}, deck.name(what))


ASKING = (Search(),)
TOOLS = (Prison(),)
VERBS = {"search": _search, "put-back": _put_back}
