"""Who is asked what, and what is legal: the questions to a state that change nothing."""

from __future__ import annotations

from dataclasses import replace

from engine.core import Move, State
from engine.player import Seat
from engine.steps import Decision, Question


def waiting_for(state: State) -> tuple[Seat, ...]:
    """The seats that are asked; empty when the game is over."""
    return () if state.over else state.agenda[-1].seats


def decision(state: State) -> Decision | None:
    """What is being asked; None when the game is over."""
    item = state.agenda[-1] if state.agenda else None
    return item if isinstance(item, Decision) else None


def question_for(state: State, seat: Seat | None) -> Question | None:
    """The question as this seat (None: a visitor) may see it; None when the game is over. A question that may not tell
    who is asked names no seat to others."""
    asked = decision(state)
    return replace(asked.question(state, seat), seats=asked_as_seen(state, seat)) if asked else None


def asked_as_seen(state: State, seat: Seat | None) -> tuple[Seat, ...]:
    """The seats that are asked, as this seat (None: a visitor) may know it."""
    asked = decision(state)
    if asked is not None and asked.anonymous:
        return (seat,) if seat in asked.seats else ()
    return waiting_for(state)


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All legal answers of a seat, in a fixed order; empty when it is not asked. The one definition of legality."""
    if state.over:
        return ()
    asked = state.agenda[-1]
    if seat not in asked.seats:
        return ()
    legal = state._legal
    if legal is None:
        legal = asked.moves(state, seat)
        if len(asked.seats) == 1:  # where several are asked at once nothing is kept
            state._legal = legal
    return legal


def is_legal(state: State, seat: Seat, move: Move) -> bool:
    """Is the move among `legal_moves` of this seat? Where only that matters it costs less than the list."""
    if state.over:
        return False
    asked = state.agenda[-1]
    if seat not in asked.seats:
        return False
    legal = state._legal
    return asked.allows(state, seat, move) if legal is None else move in legal
