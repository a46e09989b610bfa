"""Plays a position out in every way: what a seat reaches against the best replies of all others."""

from __future__ import annotations

from math import inf

import engine

Value = tuple[float, float]
"""The share of the win, and the points ahead of the best other seat."""


def solved(state: engine.State, seat: int) -> dict[engine.Move, Value]:
    """What each move of the seat is worth if all others play against it. Only where nothing is dealt any more."""
    known: dict[object, tuple[Value, Value, Value]] = {}
    return {
        move: _value(engine.advance(state.fork(), seat, move), seat, (-inf, -inf), (inf, inf), known)
        for move in engine.legal_moves(state, seat)
    }


def _value(s: engine.State, seat: int, low: Value, high: Value, known: dict[object, object]) -> Value:
    if s.over:
        return _final(s, seat)
    key = _key(s)
    if key in known:
        value, was_low, was_high = known[key]  # type: ignore[misc]
        if was_low < value < was_high or (value <= was_low and value <= low) or (value >= was_high and value >= high):
            return value
    asked = engine.waiting_for(s)[0]
    is_own, first_low, first_high = asked == seat, low, high
    best = (-inf, -inf) if is_own else (inf, inf)
    for move in engine.legal_moves(s, asked):
        found = _value(engine.advance(s.fork(), asked, move), seat, low, high, known)
        if is_own:
            best, low = max(best, found), max(low, found)
        else:
            best, high = min(best, found), min(high, found)
        if low >= high:
            break
    known[key] = best, first_low, first_high
    return best


def _final(s: engine.State, seat: int) -> Value:
    scores = engine.final_scores(s)
    winners = sum(score.winner for score in scores)
    others = max(score.total for score in scores if score.seat != seat)
    return scores[seat].winner / winners, scores[seat].total - others


def _key(s: engine.State) -> object:
    """Everything that the rest of the game depends on, in a form that can be looked up."""
    players = tuple((p.rubles, p.points, tuple(sorted(p.hand)), tuple(sorted(p.display))) for p in s.players)
    return players, s.upper, s.lower, s.passes, s.step, tuple(map(id, s.agenda)), tuple(map(repr, s.extras))
