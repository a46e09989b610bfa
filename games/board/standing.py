"""Conditional orders in the reader's language, with what each would do now. For the player of the seat alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

import engine
from games.board.log import LogLine
from games.board.move_words import move_words
from games.models import PlainRow, Seat, Source
from games.names.cards import Deck, engine_sentence
from games.names.words import content_language
from games.play.positions import Play
from games.play.standing import ordered_by, orders_of, why_stopped

MOST_PASSES = 5
"""After so many passes by hand where an order would have served, orders are suggested."""


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order in words, and what it would do if it were its turn now."""

    text: str
    does: str


@dataclass(frozen=True, slots=True)
class OrderBox:
    """Orders that are being written and not given yet: the text, and what each line would do."""

    text: str
    lines: Sequence[OrderLine] = ()
    supposed: str = ""


def order_words(orders: engine.Orders, deck: Deck) -> str:
    """The orders as their player would write them."""
    return engine.say_orders(orders, content_language(), lambda card: deck[card].name)


def order_lines(orders: engine.Orders, view: engine.View, deck: Deck, supposed: str = "") -> list[OrderLine]:
    """`view` is that of the present, or what is `supposed`."""
    return [OrderLine(order_words((order,), deck), _does((order,), view, deck, supposed)) for order in orders]


def _does(order: engine.Orders, view: engine.View, deck: Deck, supposed: str = "") -> str:
    decided = engine.decide(order, view)
    if decided.move:
        said = _("Then: %(what)s.") if supposed else _("Now: %(what)s.")
        return said % {"what": move_words(decided.move, view, deck).text}
    if decided.why is not None:
        said = _("Then: nothing. %(why)s") if supposed else _("Now: nothing. %(why)s")
        return said % {"why": engine_sentence(decided.why, deck.options)}
    why = _("This order is for another question.")
    return (_("Then: nothing. %(why)s") if supposed else _("Now: nothing. %(why)s")) % {"why": why}


def standing_lines(play: Play, seat: Seat) -> list[OrderLine]:
    try:
        return order_lines(orders_of(seat, play.state), play.view(seat.index), Deck(play.options))
    except engine.NotationError:  # words of another release: the next move stops them
        return []


def said_orders(play: Play, seat: Seat) -> list[str]:
    """The same for an email."""
    lines = standing_lines(play, seat)
    said = [_("Your orders: %(orders)s") % {"orders": "; ".join(f"{one.text} ({one.does})" for one in lines)}]
    return [*said, _("Reply “drop” to drop them.")] if lines else [_("You have no orders in this game.")]


def stopped_words(play: Play, seat: Seat) -> str:
    """Why the orders of the seat stopped; empty where they did not."""
    return engine_sentence(why_stopped(seat), play.options) if seat.stopped else ""


def with_orders(lines: Sequence[LogLine], seat: Seat | None, deck: Deck) -> list[LogLine]:
    """Lines of the log, with the order of this seat that made a move."""
    if seat is None or not seat.ordered:
        return list(lines)
    found = ordered_by(seat)
    rules = engine.rulebook_for(deck.options)

    def noted(line: LogLine) -> LogLine:
        if line.number not in found or not line.note:
            return line
        try:
            words = order_words(engine.read_orders(found[line.number], rules, stored=True), deck)
        except engine.NotationError:  # words of another release
            return line
        return replace(line, note=pgettext("conditional order", "ordered: %(order)s") % {"order": words})

    return [noted(line) for line in lines]


def passes_by_hand(rows: Sequence[PlainRow], seat: int, players: int) -> int:
    """How often this seat has passed by hand again in a phase in which it had passed: an order would have served."""
    found, in_a_row, passed = 0, 0, False
    for row in rows:
        in_a_row = in_a_row + 1 if row.text == "pass" else 0
        if row.seat == seat and row.text == "pass":
            found += passed and row.source in (Source.PAGE, Source.API, Source.MAIL)
            passed = True
        if in_a_row == players:
            in_a_row, passed = 0, False
    return found
