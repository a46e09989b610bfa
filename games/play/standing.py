"""The conditional orders of a seat as its row holds them: plain auto-passes by their mode, all others as text (`engine.standing`).

Nobody but the player of the seat may be shown any of it, neither before nor after the game.
"""

import json

import engine
from games.models import PassMode, Seat

PASSES = {
    PassMode.UNTIL_CHANGE.value: "pass until change",
    PassMode.PHASE.value: "pass this phase",
    PassMode.TIMEOUT.value: "pass this phase",
}
"""What auto-passes are as orders."""
MOST_KEPT = 100
"""Of so many moves it is remembered which order made them."""


def orders_of(seat: Seat, state: engine.State) -> engine.Orders:
    """What stands for this seat in the present phase."""
    if not seat.pass_mode or seat.pass_phase != engine.phase_key(state):
        return ()
    return engine.read_orders(PASSES.get(seat.pass_mode, seat.planned), engine.rulebook_of(state), stored=True)


def stand(seat: Seat, orders: engine.Orders, state: engine.State) -> None:
    """Let these orders stand for the seat from this position on."""
    text = engine.say_orders(orders)
    mode = next((PassMode(mode) for mode, words in PASSES.items() if words == text), PassMode.PLAN)
    seat.pass_mode = mode if orders else PassMode.NONE
    seat.pass_phase = engine.phase_key(state) if orders else ""
    seat.planned = text if seat.pass_mode == PassMode.PLAN else ""


def stop(seat: Seat, why: engine.Sentence) -> None:
    """All orders of the seat end, and its player learns why."""
    seat.pass_mode, seat.pass_phase, seat.planned = PassMode.NONE, "", ""
    seat.stopped = json.dumps([why.pattern, why.values])


def why_stopped(seat: Seat) -> engine.Sentence:
    """Why the orders of a seat that are `stopped` did, until its player acts again."""
    pattern, values = json.loads(seat.stopped)
    return engine.Sentence(pattern, **values)


def note_ordered(seat: Seat, number: int, order: engine.Orders) -> None:
    """The row with this number is what an order has done."""
    seat.ordered = "\n".join([*seat.ordered.splitlines()[1 - MOST_KEPT :], f"{number} {engine.say_orders(order)}"])


def ordered_by(seat: Seat) -> dict[int, str]:
    """By the number of its row in the log, the order that made a move of this seat."""
    found = (line.split(" ", 1) for line in seat.ordered.splitlines())
    return {int(number): order for number, order in found}
