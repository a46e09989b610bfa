"""The Thief's window: before the first turn of a phase its holder may buy or take a card (DEC-14, BANQ-THIEF)."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

import engine
from games.board.move_words import MoveLine, plain
from games.board.panel import Answer, Panel, card_panel
from games.board.presets import Deciding
from games.board.table import Table
from games.names.cards import Deck

from .base import Asking

CARD = "thief"
NO = "thief no"


class Thief(Asking):
    """The card is chosen in the tableau. Those who wait learn that somebody may be asked, and with hidden hands not who."""

    kinds = ("thief",)

    def panel(self, table: Table) -> Panel | None:
        slot = table.chosen
        if not table.view.moves:
            return None
        if slot is not None and slot.row != "hand":
            return _of_card(slot, table)
        keep = _("Keep the Thief")
        heading = _("Play the Thief now?")
        text = _("Choose a card in the tableau to buy or take before the first turn. It costs no action.")
        answer = Answer(keep, keep, NO, reveals=table.moves.reveals(NO))
        face = table.deck[CARD]
        return Panel(heading, heading, text, face, (), (answer,))

    def title(self, view: engine.View) -> str:
        return _("Thief: now or later?")

    def hint(self, view: engine.View) -> str:
        if view.moves:
            return _("Buy or take a card before the first turn, or keep the Thief.")
        return _("A player may be asked about the Thief before the first turn of the phase.")

    def letter(self, view: engine.View, deck: Deck) -> str:
        return _(
            "You hold the Thief. Use it before the first turn of this phase to buy or take a card from the "
            "tableau. Or keep it."
        )


def _of_card(slot: engine.Slot, table: Table) -> Panel:
    shown, name = card_panel(slot, table.moves, table.deck), table.deck.name(slot.card)
    answers = []
    for answer, offer in zip(shown.answers, slot.offers, strict=True):
        values = {"card": name, "price": answer.price, "over": table.deck.name(offer.over) if offer.over else ""}
        button = _("Thief: buy %(card)s for %(price)s") % values
        if offer.over:
            button = _("Thief: buy %(card)s over %(over)s for %(price)s") % values
        answers.append(replace(answer, button=button))
    others = [
        replace(one, button=_("Thief: take %(card)s") % {"card": name}) if one.is_take else one for one in shown.others
    ]
    return replace(shown, answers=tuple(answers), others=tuple(others))


class AskOrNot(Deciding):
    """Not to be asked until he changes it (BANQ-THIEF-6)."""

    kinds = ("thief",)

    def question(self, preset: engine.Preset, deck: Deck) -> str:
        return _("The Thief at the start of each phase")

    def label(self, value: str) -> str:
        return _("ask me") if value == "ask" else _("do not ask")

    def note(self, preset: engine.Preset) -> str:
        return _("Applies until you change it.")


def _thief(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    return plain(_("keep the Thief")) if what == "no" else None


ASKING = (Thief(),)
DECIDING = (AskOrNot(),)
VERBS = {"thief": _thief}
