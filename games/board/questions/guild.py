"""The Trading Guild: how what it pays is split (DEC-20, GUILD-2, UI-5). Its preset answers, so people are hardly ever asked."""

from __future__ import annotations

from django.utils.translation import gettext as _

import engine
from games.board.move_words import MoveLine, plain
from games.board.panel import Answer, Panel
from games.board.presets import Deciding
from games.board.table import Table
from games.names import words
from games.names.cards import Deck

from .base import Asking


class Guild(Asking):
    kinds = ("guild",)
    goes_round = False

    def panel(self, table: Table) -> Panel | None:
        question = table.view.question
        if question is None or question.card is None:
            return None
        answers = []
        for text in table.view.moves:
            pays = split_words(*_read(text.removeprefix("guild ")))
            button = _("Take %(pays)s") % {"pays": pays}
            answers.append(Answer(pays, button, text, reveals=table.moves.reveals(text)))
        face = table.deck[question.card]
        heading = _("%(card)s: rubles or points?") % {"card": face.name}
        return Panel(heading, heading, face.text, face, tuple(answers))

    def title(self, view: engine.View) -> str:
        return _("Choose rubles or points")

    def hint(self, view: engine.View) -> str:
        return _("Split the Trading Guild's income.")

    def letter(self, view: engine.View, deck: Deck) -> str:
        return _("Choose how your Trading Guild pays in the coming scoring.")


class Split(Deciding):
    """Offered in the action part; the last choice holds until there is another."""

    kinds = ("trading-guild",)
    rule = "GUILD-2"

    def question(self, preset: engine.Preset, deck: Deck) -> str:
        return _("%(card)s: rubles or points?") % {"card": super().question(preset, deck)}

    def label(self, value: str) -> str:
        return split_words(*_read(value))

    def note(self, preset: engine.Preset) -> str:
        return _("Applies until you change it.")

    def badge(self, value: str) -> str:
        return split_words(*_read(value))


def split_words(rubles: int, points: int) -> str:
    """`3 ₽, 1 VP`."""
    return words.listed_amounts([words.rubles(rubles) if rubles else "", words.points(points) if points else ""])


def _read(text: str) -> tuple[int, int]:
    """`3 1` of a move, `3/1` of a preset: rubles and points."""
    rubles, points = text.replace("/", " ").split(" ")
    return int(rubles), int(points)


def _guild(what: str, view: engine.View, deck: Deck) -> MoveLine:
    rubles, points = _read(what)
    paid = words.listed_amounts(
        [words.amount_of_rubles(rubles) if rubles else "", words.amount_of_points(points) if points else ""]
    )
    return plain(_("take %(pays)s from the Trading Guild") % {"pays": paid})


ASKING = (Guild(),)
VERBS = {"guild": _guild}
DECIDING = (Split(),)
