"""Orders as far as everybody may know: who still has to choose, and when the game is over what all held (ORD-B, END-18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from games.board.people import Person
from games.names.cards import Deck

from .base import Extra
from .orders import Order, chosen_by, has_decided, held_by


@dataclass(frozen=True, slots=True)
class Held:
    """The three orders of one player, the chosen one marked, and what it gave in the end."""

    person: Person
    orders: tuple[Order, ...]
    gave: int | None


@dataclass(frozen=True, slots=True)
class Told:
    """`waiting` and `decided` while orders are being chosen, `held` when all is revealed."""

    waiting: tuple[Person, ...] = ()
    decided: tuple[Person, ...] = ()
    held: tuple[Held, ...] = ()


class OrdersTold(Extra):
    part = "orders"
    place = "full"

    def show(self, view: engine.View, deck: Deck, names: Sequence[Person]) -> Told | None:
        if view.over:
            return Told(held=tuple(_held(view, person) for person in names))
        if view.question is None or view.question.kind != "order":
            return None
        decided = [has_decided(view, person.seat) for person in names]
        return Told(
            waiting=tuple(person for person, done in zip(names, decided, strict=True) if not done),
            decided=tuple(person for person, done in zip(names, decided, strict=True) if done),
        )

    @property
    def macro(self) -> str:
        return "orders_told"


def _held(view: engine.View, person: Person) -> Held:
    chosen = chosen_by(view, person.seat)
    score = next((one for one in view.scores or () if one.seat == person.seat), None)
    return Held(
        person,
        tuple(Order(number, 0, 0, number == chosen) for number in held_by(view, person.seat) or ()),
        score.order[1] if score and score.order else None,
    )


EXTRA = OrdersTold()
