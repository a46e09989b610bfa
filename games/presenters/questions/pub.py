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

from .base import Asking

if TYPE_CHECKING:
    from games.presenters.table import Table


class Pub(Asking):
    kinds = ("pub",)

    def panel(self, table: Table) -> Panel | None:
        rubles = table.rubles
        answers = []
        for text in table.view.moves:
            amount = int(text.removeprefix("pub "))
            price = words.rubles(2 * amount)
            button = _("Buy %(points)s for %(price)s") % {"points": words.points(amount), "price": price}
            answers.append(
                Answer(
                    str(amount),
                    button if amount else _("Buy none"),
                    text,
                    price=price,
                    total=price,
                    leaves=words.rubles(rubles - 2 * amount) if rubles is not None else "",
                    reveals=table.moves.reveals(text),
                )
            )
        heading = _("Pub: how many points do you buy?")
        text = _("2 rubles for each point.")
        return Panel(heading, heading, text, None, tuple(answers), template="games/questions/pub.html")

    def title(self, view: engine.View) -> str:
        most = view.question.maximum if view.question else None
        return _("Choose: Pub, 0 to %(points)s") % {"points": words.points(most or 0)}

    def hint(self, view: engine.View) -> str:
        return _("How many points in the Pub?")

    def letter(self, view: engine.View, deck: Deck) -> str:
        most = (view.question.maximum if view.question else None) or 0
        text = ngettext(
            "Your Pub sells points at 2 rubles each, %(count)s at most now.",
            "Your Pub sells points at 2 rubles each, up to %(count)s now.",
            most,
        )
        return text % {"count": most}


def _pub(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    if not what.isdecimal():
        return None
    if what == "0":
        return plain(_("buy no points"))
    price = amounts.rubles(2 * int(what))  # 2 rubles a point, CARD-PUB-1
    return MoveLine(_("buy %(points)s for %(price)s") % {"points": HOLE, "price": price}, amounts.points(int(what)))


ASKING = (Pub(),)
VERBS = {"pub": _pub}
