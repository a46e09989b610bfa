"""Why a move is refused, with a stable code, the sentence a player should read, and the rule."""

from __future__ import annotations

from engine.core import Move, Source, State
from engine.errors import EngineError, IllegalMove, NotYourTurn, Reason, Sentence
from engine.player import Row, Seat
from engine.steps import Decision


def refusal(state: State, seat: Seat, move: Move) -> EngineError:
    """The error for a move that is not legal for this seat now."""
    if state.over:
        return NotYourTurn("game-over", Sentence("The game has finished."), "END-10")
    asked = state.agenda[-1]
    if seat not in asked.seats:
        secret = isinstance(asked, Decision) and asked.anonymous
        others = () if secret else tuple(map(str, asked.seats))
        sentence = Sentence("It is not seat {seat}'s turn.", seat=seat)
        if others:
            sentence = Sentence("It is not seat {seat}'s turn. Waiting for seat {others}.", seat=seat, others=others)
        return NotYourTurn("not-your-turn", sentence, "TURN-1")
    if not isinstance(asked, Decision) or state.rules.moves.get(str(move)) is not move:
        return IllegalMove("other-game", Sentence("{move} is a move from a game with other options.", move=str(move)))
    reason = asked.why_not(state, seat, move) or move.why_not(state, seat) or why_not_card(state, seat, move)
    code, sentence, rule = reason or OTHERWISE
    return IllegalMove(code, Sentence("{move}: {reason}", move=str(move), reason=sentence), rule)


OTHERWISE: Reason = ("not-now", Sentence("This is not possible now."), "TURN-1")


def why_not_card(state: State, seat: Seat, move: Move) -> Reason | None:
    """What is in the way of acquiring a card: it is not there, the hand is full, nothing to replace, too expensive."""
    rules, player = state.rules, state.players[seat]
    if move.card is None or move.source not in rules.offers:
        return None
    source: Source = getattr(move, "place", None) or rules.offers[move.source].source
    row = rules.row_of[move.card]
    if row not in source.rows(state, seat):
        return "not-there", Sentence("There is no {card} {where}.", card=move.card, where=source.where), "TURN-3"
    if move.kind == source.take and source.take:
        return (
            "hand-full",
            Sentence("Your hand is full: it already holds {count} cards.", count=len(player.hand)),
            "TURN-4",
        )
    over: Row = getattr(move, "over_row", 0)
    if over and over not in player.kinds:
        if any(rules.printed[row] == rules.printed[over] and not rules.replaceable[row] for row in player.display):
            return (
                "protected",
                Sentence("{over} cannot be replaced while it is face down or under a chip.", over=rules.ids[over]),
                "EXCH-6",
            )
        return "no-target", Sentence("You have no {over} that can be replaced.", over=rules.ids[over]), "EXCH-1"
    price = move.price(state, seat)
    if price > player.rubles:
        costs = Sentence("It costs {price} rubles, but you have only {rubles}.", price=price, rubles=player.rubles)
        if price == 1:
            costs = Sentence("It costs 1 ruble, but you have none.")
        return "too-expensive", costs, "TURN-3"
    return None
