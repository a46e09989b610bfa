"""Advice in sentences."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

import engine
from games.board.confirm import intention
from games.board.layout import LaidTable
from games.board.panel import Answer, changes
from games.board.tableau import Choice
from games.names import words

from .advice import Advice

CLOSE = 0.05
"""Less than this between two moves is no difference worth a figure."""


@dataclass(frozen=True, slots=True)
class Hint:
    """`what` the bot would do, `why`, what the move `changes`, and the card that it is about as the address names cards."""

    what: str
    why: str
    changes: str
    card: str


def in_words(advice: Advice, table: LaidTable) -> Hint | None:
    """The advice for this table; None where it is no move of the question that is asked."""
    if not {advice.move, advice.next or advice.move} <= table.moves.texts:
        return None
    found = _found(advice.move, table)
    card = str(Choice(found[0].row, found[0].place, found[0].card)) if found else ""
    effect = ", ".join(changes(advice.move, table.moves))
    return Hint(_deed(advice.move, table), _why(advice, table), effect, card)


def _why(advice: Advice, table: LaidTable) -> str:
    if not advice.next:
        return _("It is the only legal move.")
    other = _deed(advice.next, table)
    if advice.gain < CLOSE:
        return _("It rates another move equally: %(other)s.") % {"other": other}
    values = {"points": number_format(round(advice.gain, 1), decimal_pos=1), "other": other}
    return _("It expects %(points)s more points from it than from the next best move: %(other)s.") % values


def _deed(text: str, table: LaidTable) -> str:
    """A move in words, a purchase with its price."""
    found = _found(text, table)
    offer = next((offer for offer in found[0].offers if offer.move == text), None) if found else None
    answer = Answer("", "", text, price=words.rubles(offer.price)) if offer else None
    return intention(text, table, answer)


def _found(text: str, table: LaidTable) -> list[engine.Slot]:
    """The card that a move buys, takes or plays."""
    slots = (*table.view.upper, *table.view.lower, *(table.own_hand or ()), table.view.drawn, *table.view.spread)
    return [one for one in slots if one and (one.take == text or any(offer.move == text for offer in one.offers))]
