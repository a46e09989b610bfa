"""The Pub: how many points to buy after the Building scoring (DEC-18, UI-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from games.presenters import amounts, words
from games.presenters.cards import Deck
from games.presenters.move_words import HOLE, MoveLine, plain
from games.presenters.panel import Answer, Panel
from games.presenters.presets import Deciding

from .base import Asking

if TYPE_CHECKING:
    from games.presenters.table import Table


class Pub(Asking):
    kinds = ("pub",)

    def panel(self, table: Table) -> Panel | None:
        answers = tuple(_answer(text, table) for text in table.view.moves)
        if _trades(table.view):
            heading = _("What do you buy after the building scoring?")
            text = _("2 rubles for each point of the Pub, 3 rubles for the trade.")
            return Panel(heading, heading, text, None, answers)
        heading = _("Pub: how many points do you buy?")
        text = _("2 rubles for each point.")
        return Panel(heading, heading, text, None, answers, template="games/questions/pub.html")

    def title(self, view: engine.View) -> str:
        most = (view.question.maximum if view.question else None) or 0
        if most == 0:
            return _("Choose: trade or not")
        if _trades(view):
            return _("Choose: trade, and Pub, 0 to %(points)s") % {"points": words.points(most)}
        return _("Choose: Pub, 0 to %(points)s") % {"points": words.points(most)}

    def hint(self, view: engine.View) -> str:
        return (
            _("How many points in the Pub?")
            if view.question and view.question.maximum
            else _("Trade rubles for points?")
        )

    def letter(self, view: engine.View, deck: Deck) -> str:
        most = (view.question.maximum if view.question else None) or 0
        said = []
        if most:
            text = ngettext(
                "Your Pub sells points at 2 rubles each, %(count)s at most now.",
                "Your Pub sells points at 2 rubles each, up to %(count)s now.",
                most,
            )
            said.append(text % {"count": most})
        if _trades(view):
            said.append(_("You may trade 3 rubles for points, once."))
        return " ".join(said)


class TradingHouse(Deciding):
    """Yes or no to the trade, where that is all there is to answer; else it is asked with the Pub (CARD-PUB-5)."""

    kinds = ("trading-house",)

    def question(self, preset: engine.Preset, deck: Deck) -> str:
        values = {"card": super().question(preset, deck), "price": words.rubles(TRADE)}
        return _("%(card)s: trade %(price)s for points after the scoring?") % values

    def label(self, value: str) -> str:
        return {"ask": _("ask me"), "yes": _("yes"), "no": _("no")}[value]

    def note(self, preset: engine.Preset) -> str:
        return _("You are asked all the same while your Pub has points to sell.")


TRADE = 3
"""Rubles for the points of a Trading House or a Market Hall (M2-TRADE-1)."""


def _read(text: str) -> tuple[int, bool]:
    """`pub 3`, or `pub 3 trade`: points of the Pub, and whether the trade is made (CARD-PUB-5)."""
    _verb, number, *trade = text.split(" ")
    return int(number), bool(trade)


def _trades(view: engine.View) -> bool:
    return any(text.endswith(" trade") for text in view.moves)


def _answer(text: str, table: Table) -> Answer:
    number, trade = _read(text)
    rubles = 2 * number + TRADE * trade
    price, values = words.rubles(rubles), {"points": words.points(number), "price": words.rubles(rubles)}
    if not trade:
        label, button = str(number), _("Buy %(points)s for %(price)s") % values if number else _("Buy none")
    elif number:
        label, button = (
            _("%(count)s and the trade") % {"count": number},
            _("Buy %(points)s and trade for %(price)s") % values,
        )
    else:
        label, button = _("The trade"), _("Trade for %(price)s") % values
    left = "" if table.rubles is None else words.rubles(table.rubles - rubles)
    return Answer(label, button, text, price=price, total=price, leaves=left, reveals=table.moves.reveals(text))


def _pub(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    number, trade = _read(f"pub {what}")
    price = amounts.rubles(2 * number + TRADE * trade)  # 2 rubles a point, CARD-PUB-1
    if trade and not number:
        return plain(_("trade %(price)s for points") % {"price": price})
    if not number:
        return plain(_("buy no points"))
    pattern = _("buy %(points)s and trade, for %(price)s") if trade else _("buy %(points)s for %(price)s")
    return MoveLine(pattern % {"points": HOLE, "price": price}, amounts.points(number))


ASKING = (Pub(),)
VERBS = {"pub": _pub}
DECIDING = (TradingHouse(),)
