"""Why a price is what it is and where an income comes from, as named terms (section 8, UI-11, UI-12)."""

from __future__ import annotations

from typing import overload

from engine.core import Move, State
from engine.player import Seat
from engine.scoring import Income, explain_income
from engine.terms import Term


@overload
def explain(state: State, seat: Seat, subject: Move) -> tuple[Term, ...]: ...
@overload
def explain(state: State, seat: Seat, subject: str) -> Income: ...
def explain(state: State, seat: Seat, subject: Move | str) -> tuple[Term, ...] | Income:
    """The price of a move for this seat, or its income of a group (green, blue, red), term by term.

    The terms of a price add up to it, whether the seat could pay it or not; a move that buys nothing has none. Raises
    KeyError for a group that is not scored.
    """
    if isinstance(subject, Move):
        return subject.terms(state, seat)
    if subject not in state.rules.incomes:
        raise KeyError(subject)
    return explain_income(state, seat, subject)
