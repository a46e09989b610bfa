"""A position in lines of text: where everybody stands, both rows with the reader's prices, hand and display."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import engine
from games.board.extras import extras_of
from games.board.people import Person
from games.board.places import name_of
from games.board.sentences import counted
from games.names import words
from games.names.cards import Deck
from games.names.words import amount_of_cards, amount_of_points, amount_of_rubles, listed_amounts


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one seat stands: `12 rubles, 27 points, 1 card in hand`. `name` is "You" for the reader."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Board:
    """The tableau as the reader meets it. Rows are card names with prices; empty lists where nothing lies. `beside` are lines of
    the sets in play, such as the market square."""

    standings: list[Standing]
    upper: list[str]
    lower: list[str]
    hand: list[str]
    display: str
    piles: str
    beside: list[str]


def board(view: engine.View, deck: Deck, names: Sequence[Person]) -> Board:
    """`view` is that of a seat; nothing in a board goes beyond it."""
    own = view.seats[view.viewer] if view.viewer is not None else None
    return Board(
        standings=[
            Standing(_("You") if names[seat.seat].is_you else names[seat.seat].name, _standing(seat))
            for seat in view.seats
        ],
        upper=_row(view.upper, view, deck),
        lower=_row(view.lower, view, deck),
        hand=_row((own.hand or ()) if own else (), view, deck),
        display=counted([card.card for card in own.display if card.card], deck) if own else "",
        piles=listed_amounts([f"{words.PILES[phase.name]} {phase.left}" for phase in view.phases]),
        beside=[line for extra in extras_of(view) for line in extra.letter(view, deck, names)],
    )


def _standing(seat: engine.SeatView) -> str:
    hand = _("%(cards)s in hand") % {"cards": amount_of_cards(seat.hand_count)} if seat.hand_count else ""
    money = amount_of_rubles(seat.rubles) if seat.rubles is not None else _("rubles hidden")
    return listed_amounts([money, amount_of_points(seat.points), hand, _("has passed") if seat.passed else ""])


def _row(slots: Iterable["engine.Slot | None"], view: engine.View, deck: Deck) -> list[str]:
    return [priced(slot, name_of(slot, view, deck)) for slot in slots if slot is not None]


def priced(slot: "engine.Slot", name: str) -> str:
    """`Library 16 (4 short)`, `Mariinski Theater from 2`, `Czar (nothing to replace)`."""
    if not slot.offers:
        return _("%(card)s (nothing to replace)") % {"card": name} if slot.blocked == "no-target" else name
    cheapest = slot.offers[0]
    values = {"card": name, "price": cheapest.price, "short": cheapest.short}
    if cheapest.short:
        return _("%(card)s %(price)s (%(short)s short)") % values
    return (_("%(card)s from %(price)s") if len(slot.offers) > 1 else _("%(card)s %(price)s")) % values
