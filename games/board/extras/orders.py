"""Orders: the three of the viewer above his display with what each gives now (ORD-F), secret from everybody else (INFO-4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine
from games.board.figures import Line
from games.board.people import Person, you_or
from games.names import words
from games.names.cards import Deck, Tiled, order_tile, tile_group
from games.names.words import amount_of_points as points_in_full

from .base import Extra


@dataclass(frozen=True, slots=True)
class Order(Tiled):
    """One order as its owner sees it. `most` is above `points` where he cannot know what it gives (ORD-6, INFO-2)."""

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
        if self.most == self.points:
            return words.points(self.points)
        return _("%(least)s or %(most)s") % {"least": self.points, "most": words.points(self.most)}

    @property
    def in_full(self) -> str:
        """The same as a letter says it."""
        if self.most == self.points:
            return points_in_full(self.points)
        return _("%(least)s or %(most)s") % {"least": self.points, "most": points_in_full(self.most)}


def own_orders(view: engine.View) -> tuple[Order, ...]:
    """The orders of the viewer, none for a visitor."""
    shown = _values(view)
    chosen = chosen_by(view, view.viewer)
    return tuple(
        Order(one["order"], one["points"], one["at_most"], one["order"] == chosen)
        for one in cast(Sequence[Mapping[str, int]], shown["mine"])
    )


def chosen_by(view: engine.View, seat: int | None) -> int | None:
    """What a seat has chosen, as far as the viewer may know."""
    return None if seat is None else cast(Sequence[int | None], _values(view)["chosen"])[seat]


def held_by(view: engine.View, seat: int) -> Sequence[int] | None:
    """The orders of a seat, as far as the viewer may know."""
    return cast(Sequence[Sequence[int] | None], _values(view)["held"])[seat]


def has_decided(view: engine.View, seat: int) -> bool:
    return cast(Sequence[bool], _values(view)["decided"])[seat]


def _values(view: engine.View) -> Mapping[str, object]:
    return cast(Mapping[str, object], view.extras[Orders.part])


class Orders(Extra):
    """The own ones; see `orders_told` for what all may know."""

    part = "orders"
    place = "own"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> tuple[Order, ...] | None:
        """None where the question shows them already, or the end shows those of all."""
        is_asked = view.question is not None and view.question.kind == "order" and bool(view.moves)
        return None if view.over or is_asked else own_orders(view) or None

    def here(self, tile: str, view: engine.View, names: Sequence[Person]) -> Sequence[Line]:
        """What the viewer's own order gives now, and whose it was when all lie open at the end; else nothing (INFO-4)."""
        own = [Line(_("Worth now"), one.worth) for one in own_orders(view) if one.tile == tile]
        held = [
            names[seat.seat]
            for seat in view.seats
            if any(order_tile(one) == tile for one in held_by(view, seat.seat) or ())
        ]
        return [*own, *(Line(_("Held by"), you_or(one)) for one in held)]

    def effect(self, before: engine.View, after: engine.View, seat: int) -> list[str]:
        """How the own orders grow; hidden money says nothing either way."""
        if seat != after.viewer or after.over:
            return []
        return [
            _("Order “%(order)s” %(before)s → %(after)s")
            % {"order": new.name, "before": old.points, "after": new.worth}
            for old, new in zip(own_orders(before), own_orders(after), strict=True)
            if old.worth != new.worth
        ]

    def letter(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> list[str]:
        if view.over or not (own := own_orders(view)):
            return []
        told = [pgettext("secret tasks", "Your orders and their current value:")]
        return told + [f"{order.name}, {order.in_full}: {order.text}" for order in own]


EXTRA = Orders()
