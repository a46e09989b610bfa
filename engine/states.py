"""A whole position as one plain JSON object, nothing hidden: what `python -m engine replay --states` prints."""

from engine.asked import legal_moves, waiting_for
from engine.core import Move, State
from engine.play import Step, apply
from engine.record.values import Record
from engine.view import SeatView, view_for


def state_line(record: Record, step: Step) -> dict[str, object]:
    """The position after a step, every legal move with its price (docs/record.md). For games that nobody plays on."""
    state = step.state
    views = [view_for(state, seat) for seat in range(record.options.players)]
    view = views[waiting_for(state)[0] if waiting_for(state) else 0]
    move = record.moves[step.number - 1] if step.number else None
    return {
        "number": step.number,
        "seat": step.seat,
        "text": str(step.move) if step.move else None,
        "source": move.source if move else None,
        "round": view.round,
        "phase": view.phase,
        "ending": view.ending,
        "over": view.over,
        "asked": list(view.asked),
        "question": view.question.to_json() if view.question else None,
        "upper": [slot.card if slot else None for slot in view.upper],
        "lower": [slot.card if slot else None for slot in view.lower],
        "drawn": view.drawn.card if view.drawn else None,
        "discard": list(view.discard),
        "piles": {phase.name: phase.left for phase in view.phases},
        "seats": [_seat(own.seats[seat], record.seats[seat]) for seat, own in enumerate(views)],
        "moves": [
            {"seat": seat, "text": str(move), "price": price(state, seat, move)}
            for seat in view.asked
            for move in legal_moves(state, seat)
        ],
        "scores": [score.to_json() for score in view.scores] if view.scores else None,
    }


def _seat(own: SeatView, name: str) -> dict[str, object]:
    """A seat as its own player sees it."""
    return {
        "seat": own.seat,
        "name": name,
        "rubles": own.rubles,
        "points": own.points,
        "hand": [slot.card for slot in own.hand or ()],
        "display": [card.card for card in own.display],
        "face_down": [card.card for card in own.display if card.face_down],
        "tokens": list(own.tokens),
    }


def price(state: State, seat: int, move: Move) -> int:
    """The rubles this move costs, as the log would tell it; 0 for a move that costs nothing."""
    return sum(entry.paid() for entry in apply(state, seat, move).entries)
