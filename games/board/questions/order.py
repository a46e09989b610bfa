"""Which of the own orders is scored, asked of all at the same time and in secret (DEC-25, ORD-B)."""

from __future__ import annotations

from django.utils.translation import gettext as _

import engine
from games.board.extras.orders import Order, chosen_by, own_orders
from games.board.hurdles import lost_words, points_lost
from games.board.move_words import HOLE, MoveLine
from games.board.panel import Answer, Panel, Picture
from games.board.table import Table
from games.names.cards import Deck, order_name

from .base import Asking


class ChooseOrder(Asking):
    kinds = ("order",)
    is_seen_by_watchers = True
    ends_turns = True

    def panel(self, table: Table) -> Panel | None:
        if not table.view.moves:
            return None
        by_move = {f"order {order.number}": order for order in own_orders(table.view)}
        answers = tuple(_answer(text, by_move[text], table) for text in table.view.moves)
        gives = [by_move[text].points for text in table.view.moves]
        heading = _("Which order do you want to score?")
        text = _("Everyone chooses at the same time. Choices are revealed when all have chosen.")
        template = "games/board/questions/order.html"
        return Panel(heading, heading, text, None, answers, template=template, first=gives.index(max(gives)))

    def title(self, view: engine.View) -> str:
        return _("Choose an order")

    def hint(self, view: engine.View) -> str:
        if view.moves:
            return _("Which of your three orders do you want to score?")
        chosen = chosen_by(view, view.viewer)
        if chosen is not None:
            return _("You chose “%(order)s”. It stays secret until everyone has chosen.") % {
                "order": order_name(chosen)
            }
        return _("Everyone secretly chooses one of their orders at the same time.")

    def letter(self, view: engine.View, deck: Deck) -> str:
        return _(
            "Choose which of your three orders to score. Everyone chooses at the same time, and choices stay "
            "secret until all have chosen."
        )


def _answer(text: str, order: Order, table: Table) -> Answer:
    return Answer(
        order.name,
        _("Score “%(order)s” for %(points)s") % {"order": order.name, "points": order.worth},
        text,
        price=order.worth,
        effect=" ".join(filter(None, [order.text, _stopped(order, table)])),
        reveals=table.moves.reveals(text),
        picture=Picture("cards", order.tile, order.tint),
    )


def _stopped(order: Order, table: Table) -> str:
    """What a hurdle would keep of it (ORD-H); the bonuses that others pay for it on the way are left aside."""
    lost = 0 if table.view.viewer is None else points_lost(table.view, table.view.viewer, order.points)
    return f"{lost_words(lost)}." if lost else ""


def _order(what: str, view: engine.View, deck: Deck) -> MoveLine | None:
    """`score “Different green cards”, 12 points now: 3 points for each different green card.`"""
    order = next((one for one in own_orders(view) if str(one.number) == what), None)
    if order is None:
        return None
    values = {"order": HOLE, "points": order.in_full, "what": order.text}
    return MoveLine(_("score “%(order)s”, %(points)s now: %(what)s") % values, order.name)


ASKING = (ChooseOrder(),)
VERBS = {"order": _order}
