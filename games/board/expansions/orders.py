"""Orders: the own ones, which of them is scored, what everybody may know of them (ORD-B, END-18), and their log lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

import engine
from games.board.expansions.hurdles import lost_words, points_lost
from games.board.extras import Extra, SheetLine, values_of
from games.board.move_words import HOLE, MoveLine
from games.board.panel import Panel, PanelAnswer, Picture
from games.board.people import Person, you_or
from games.board.questions import Addition, Asking
from games.board.table import ViewedTable
from games.names import words
from games.names.cards import Deck, Tiled, order_name, order_tile, tile_group


@dataclass(frozen=True, slots=True)
class OwnOrder(Tiled):
    """One order as its owner sees it. `most` is above `points` where the owner cannot know what it gives (ORD-6, INFO-2)."""

    number: int
    points: int
    most: int
    chosen: bool = False

    @property
    def tile(self) -> str:
        return order_tile(self.number)

    @property
    def tint(self) -> str:
        group = tile_group(self.tile)
        return "multi" if group == "none" else group

    @property
    def worth(self) -> str:
        """`12 VP`, or `10 or 20 VP`."""
        return self._said(words.points(self.most))

    @property
    def in_full(self) -> str:
        """The same as a letter says it."""
        return self._said(words.amount_of_points(self.most))

    def _said(self, most: str) -> str:
        return most if self.most == self.points else _("%(least)s or %(most)s") % {"least": self.points, "most": most}


def own_orders(view: engine.View) -> tuple[OwnOrder, ...]:
    chosen = chosen_by(view, view.viewer)
    return tuple(
        OwnOrder(one["order"], one["points"], one["at_most"], one["order"] == chosen) for one in values(view)["mine"]
    )


def values(view: engine.View) -> Mapping[str, Any]:
    """By seat, as far as the viewer may know: `chosen`, the order; `held`, all orders; `decided`, whether one was chosen. `mine`
    are the viewer's own."""
    return values_of(view, "orders")


def chosen_by(view: engine.View, seat: int | None) -> int | None:
    """What a seat has chosen, as far as the viewer may know."""
    chosen: int | None = None if seat is None else values(view)["chosen"][seat]
    return chosen


class Orders(Extra):
    """The own ones; see `orders_told` for what all may know."""

    part = "orders"
    place = "own"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> tuple[OwnOrder, ...] | None:
        """None where the question shows them already, or the end shows those of all."""
        is_asked = view.question is not None and view.question.kind == "order" and bool(view.moves)
        return None if view.over or is_asked else own_orders(view) or None

    def here(self, tile: str, view: engine.View, names: Sequence[Person]) -> Sequence[SheetLine]:
        """What the viewer's own order gives now, and whose it was when all lie open at the end; else nothing (INFO-4)."""
        own = [SheetLine(_("Worth now"), one.worth) for one in own_orders(view) if one.tile == tile]
        held = [
            names[seat.seat]
            for seat in view.seats
            if any(order_tile(one) == tile for one in values(view)["held"][seat.seat] or ())
        ]
        return [*own, *(SheetLine(_("Held by"), you_or(one)) for one in held)]

    def effect(self, before: engine.View, after: engine.View, seat: int) -> list[str]:
        """How the own orders grow; hidden money says nothing either way."""
        if seat != after.viewer or after.over:
            return []
        return [
            _("Order “%(order)s” %(before)s → %(after)s")
            % {"order": new.name, "before": old.points, "after": new.worth}
            for old, new in zip(own_orders(before), own_orders(after), strict=True)
            if (old.points, old.most) != (new.points, new.most)
        ]

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        if view.over or not (own := own_orders(view)):
            return []
        told = [pgettext("secret tasks", "Your orders and their current value:")]
        return told + [f"{order.name}, {order.in_full}: {order.text}" for order in own]


@dataclass(frozen=True, slots=True)
class Held:
    """The three orders of one player, the chosen one marked, and what it gave in the end."""

    person: Person
    orders: tuple[OwnOrder, ...]
    gave: int | None


@dataclass(frozen=True, slots=True)
class OrdersShown:
    """`waiting` and `decided` while orders are being chosen, `held` when all is revealed."""

    waiting: tuple[Person, ...] = ()
    decided: tuple[Person, ...] = ()
    held: tuple[Held, ...] = ()


class OrdersTold(Extra):
    part = "orders"
    macro = "orders_told"
    place = "full"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> OrdersShown | None:
        if view.over:
            return OrdersShown(held=tuple(_held(view, person) for person in names))
        if view.question is None or view.question.kind != "order":
            return None
        decided = [values(view)["decided"][person.seat] for person in names]
        return OrdersShown(
            waiting=tuple(person for person, done in zip(names, decided, strict=True) if not done),
            decided=tuple(person for person, done in zip(names, decided, strict=True) if done),
        )


def _held(view: engine.View, person: Person) -> Held:
    chosen = chosen_by(view, person.seat)
    score = next((one for one in view.scores or () if one.seat == person.seat), None)
    return Held(
        person,
        tuple(OwnOrder(number, 0, 0, number == chosen) for number in values(view)["held"][person.seat] or ()),
        score.order[1] if score and score.order else None,
    )


class ChooseOrder(Asking):
    kinds = ("order",)
    is_seen_by_watchers = True
    ends_turns = True
    title_words = gettext_lazy("Choose an order")
    letter_words = gettext_lazy(
        "Choose which of your three orders to score. Everyone chooses at the same time, and choices stay "
        "secret until all have chosen."
    )

    def panel(self, table: ViewedTable) -> Panel | None:
        if not table.view.moves:
            return None
        by_move = {f"order {order.number}": order for order in own_orders(table.view)}
        answers = tuple(_answer(text, by_move[text], table) for text in table.view.moves)
        gives = [by_move[text].points for text in table.view.moves]
        heading = _("Which order do you want to score?")
        text = _("Everyone chooses at the same time. Choices are revealed when all have chosen.")
        template = "games/board/questions/order.html"
        return Panel(heading, heading, text, None, answers, template=template, first=gives.index(max(gives)))

    def hint(self, view: engine.View) -> str:
        if view.moves:
            return _("Which of your three orders do you want to score?")
        chosen = chosen_by(view, view.viewer)
        if chosen is not None:
            return _("You chose “%(order)s”. It stays secret until everyone has chosen.") % {
                "order": order_name(chosen)
            }
        return _("Everyone secretly chooses one of their orders at the same time.")


def _answer(text: str, order: OwnOrder, table: ViewedTable) -> PanelAnswer:
    return table.moves.answer(
        text,
        order.name,
        _("Score “%(order)s” for %(points)s") % {"order": order.name, "points": order.worth},
        price=order.worth,
        effect=" ".join(filter(None, [order.text, _stopped(order, table)])),
        picture=Picture("cards", order.tile, order.tint),
    )


def _stopped(order: OwnOrder, table: ViewedTable) -> str:
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


ORDERS = Addition(
    sentences={
        "order-chosen": lambda entry, found: (
            _("%(who)s chose an order") % found
            if entry.order is None
            else _("%(who)s chose the order “%(order)s”") % {"who": found["who"], "order": order_name(entry.order)}
        )
    },
    deeds={"order-chosen": gettext_lazy("chose an order")},
    final_steps={"order": pgettext_lazy("secret tasks", "orders")},
    extras=(
        Orders(),
        OrdersTold(),
    ),
    askings=(ChooseOrder(),),
    verbs={"order": _order},
)
