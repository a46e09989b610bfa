"""Why a move is refused, with a stable code, the sentence a player should read, and the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.acquire import Buy
from engine.errors import EngineError, IllegalMove, NotYourTurn
from engine.steps import Decision

if TYPE_CHECKING:
    from engine.moves import Move, Source
    from engine.state import Row, Seat, State

Reason = tuple[str, str, str]


def refusal(state: State, seat: Seat, move: Move) -> EngineError:
    """The error for a move that is not legal for this seat now."""
    if state.over:
        return NotYourTurn("game-over", "The game is over.", "END-10")
    asked = state.agenda[-1]
    if seat not in asked.seats:
        others = "" if isinstance(asked, Decision) and asked.anonymous else " and ".join(map(str, asked.seats))
        told = f"; seat {others} is" if others else ""
        return NotYourTurn("not-your-turn", f"Seat {seat} is not asked now{told}.", "TURN-1")
    if not isinstance(asked, Decision) or state.rules.moves.get(str(move)) is not move:
        return IllegalMove("other-game", f"{move} is a move of another game.")
    reason = asked.why_not(state, seat, move) or move.why_not(state, seat) or why_not_card(state, seat, move)
    code, sentence, rule = reason or OTHERWISE
    return IllegalMove(code, f"{move}: {sentence}", rule)


OTHERWISE: Reason = ("not-now", "This cannot be done now.", "TURN-1")


def why_not_card(state: State, seat: Seat, move: Move) -> Reason | None:
    """What is in the way of acquiring a card: it is not there, the hand is full, nothing to replace, too expensive."""
    rules, player = state.rules, state.players[seat]
    if move.card is None or move.source not in rules.offers:
        return None
    source: Source = getattr(move, "place", None) or rules.offers[move.source].source
    row = rules.row_of[move.card]
    if row not in source.rows(state, seat):
        return "not-there", f"There is no {move.card} {source.where}.", "TURN-3"
    if move.kind == source.take and source.take:
        return "hand-full", f"Your hand holds {len(player.hand)} cards, as many as it may.", "TURN-4"
    over: Row = getattr(move, "over_row", 0)
    if over and over not in player.kinds:
        return "no-target", f"You have no {move.over} that can be replaced.", "EXCH-1"
    price = move.price(state, seat) if isinstance(move, Buy) else 0
    if price > player.rubles:
        return "too-expensive", f"It costs {price} rubles and you have {player.rubles}.", "TURN-3"
    return None
