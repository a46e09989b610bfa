"""A position as text, for a terminal: what one viewer may see of it, in the ids that moves use."""

from __future__ import annotations

from collections.abc import Iterable

from engine.view import DisplayCard, SeatView, Slot, View

EMPTY = "-"


def text_board(view: View) -> str:
    """The position that a viewer sees, a line each for the rows, the piles and the seats; `?` is hidden.

    >>> from engine.options import Options
    >>> from engine.set_up import SeatSetup, set_up
    >>> from engine.view import view_for
    >>> state = set_up(Options(), upper=["market", None, "library"], seats=[SeatSetup(display=["lumberjack"] * 2)])
    >>> print(text_board(view_for(state, 0)))
    round 2, building phase, seat 0: turn
    upper    market, -, library
    lower    -
    discard  -
    piles    worker 29, building 26, noble 27, exchange 30
    seat 0 > 25 rubles, 0 points, hand -, display 2 lumberjack
    seat 1   25 rubles, 0 points, hand -, display -
    """
    asked = f", {_seats(view)}: {view.question.kind}" if view.question is not None else ""
    last = ", last round" if view.ending else ""
    return "\n".join(
        [
            "over" if view.over else f"round {view.round}, {view.phase} phase{last}{asked}",
            f"upper    {_row(view.upper)}",
            f"lower    {_row(view.lower)}",
            f"discard  {', '.join(view.discard) or EMPTY}",
            f"piles    {', '.join(f'{phase.name} {phase.left}' for phase in view.phases)}",
            *(_seat(seat, is_asked=seat.seat in view.asked) for seat in view.seats),
        ]
    )


def _seats(view: View) -> str:
    if not view.asked:
        return "somebody"
    return ("seats " if len(view.asked) > 1 else "seat ") + ", ".join(map(str, view.asked))


def _row(slots: tuple[Slot | None, ...]) -> str:
    """From the left; empty places after the last card are left out."""
    cards = [slot.card if slot else EMPTY for slot in slots]
    while len(cards) > 1 and cards[-1] == EMPTY:
        cards.pop()
    return ", ".join(cards) or EMPTY


def _seat(seat: SeatView, *, is_asked: bool) -> str:
    rubles = "?" if seat.rubles is None else seat.rubles
    hand = _counted(slot.card for slot in seat.hand) if seat.hand is not None else f"{seat.hand_count} ?"
    display = _counted(map(_card, seat.display))
    sign = ">" if is_asked else " "
    return f"seat {seat.seat} {sign} {rubles} rubles, {seat.points} points, hand {hand}, display {display}"


def _card(card: DisplayCard) -> str:
    return f"{card.card} ({', '.join(card.marks)})" if card.marks else card.card


def _counted(cards: Iterable[str]) -> str:
    """Equal cards stand together, where the first of them stands."""
    every = list(cards)
    distinct = dict.fromkeys(every)
    words = [card if every.count(card) == 1 else f"{every.count(card)} {card}" for card in distinct]
    return ", ".join(words) or EMPTY
