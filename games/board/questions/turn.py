"""An ordinary turn, and the compulsory Workers of the first round (TURN-1 to TURN-8, FIRST-2)."""

from django.utils.translation import gettext as _

import engine
from games.board.move_words import MoveLine, plain
from games.names.cards import Deck

from .base import Asking


class Turn(Asking):
    kinds = ("turn",)
    goes_round = True

    def hint(self, view: engine.View) -> str:
        if any(text.startswith("draw ") for text in view.moves):
            return _with_tools(_("Buy, take or play a card, use your Observatory, or pass."), view)
        return _with_tools(_("Buy, take or play a card, or pass."), view) if view.moves else ""

    def letter(self, view: engine.View, deck: Deck) -> str:
        return _with_tools(_("Buy a card, take one into your hand, play one from your hand, or pass."), view)


def _with_tools(text: str, view: engine.View) -> str:
    """The sentence of the turn, and those of what it offers beside cards."""
    from . import tools  # this module is one of those that are collected there

    return " ".join(filter(None, [text, *(tool.hint(view) for tool in tools())]))


class FirstWorker(Asking):
    kinds = ("first-worker",)
    goes_round = True

    def hint(self, view: engine.View) -> str:
        return _("Buy a Worker.")

    def letter(self, view: engine.View, deck: Deck) -> str:
        return _("Buy your first Worker.")


def _pass(what: str, view: engine.View, deck: Deck) -> MoveLine:
    return plain(_("pass"))


ASKING = (Turn(), FirstWorker())
VERBS = {"pass": _pass}
