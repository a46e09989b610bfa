"""Positions for tests, in the words of the rules. They are made of the engine's own rows, so only legal things fit.

    state = position(edition=2, players=3, phase="building", upper=["library", None, "market"], lower=["theater"],
                     seats=[seat(rubles=10, display=["pub", "author"], hand=["judge"]), seat(points=7)], turn=0)
    state = act(state, 0, "buy market")                 # one move, checked; returns the next state
    state = play(state, "0 pass", "1 take library")     # several: the seat, then the move
    transition = acted(state, 1, "pass")                # with its entries
    state = pass_on(state)                              # everybody passes to the end of this action part

What a position leaves out is ordinary: 25 rubles, nothing in hand or display, empty rows, and piles that hold every
card that lies nowhere else, in printed order. A pile can be given as a list (its cards, top first) or a number (how
many are left). A display may hold "observatory face down". Seats count from 0, clockwise.
"""

from collections.abc import Mapping, Sequence

import engine
from engine import State


def seat(
    *, rubles: int = 25, points: int = 0, hand: Sequence[str] = (), display: Sequence[str] = ()
) -> engine.SeatSetup:
    """What one seat of a position has; the display in the order entered."""
    return engine.SeatSetup(rubles=rubles, points=points, hand=tuple(hand), display=tuple(display))


def position(
    *,
    edition: int = 2,
    players: int | None = None,
    phase: str = "building",
    round: int = 2,
    start: int | Mapping[str, int] = 0,
    turn: int | None = None,
    upper: Sequence[str | None] = (),
    lower: Sequence[str | None] = (),
    discard: Sequence[str] = (),
    piles: Mapping[str, Sequence[str] | int] | None = None,
    seats: Sequence[engine.SeatSetup] = (),
    passes: int = 0,
    passed: Sequence[int] = (),
    ending: bool = False,
    sets: Sequence[str] = (),
    open_hands: bool = True,
    play_on_empty_tableau: bool | None = None,
    first_workers: str = "compulsory",
    remembered: Mapping[str, object] | None = None,
) -> State:
    """A position in the action part of `phase`, in which `turn` (default: the start seat) is asked for an action.

    `players` defaults to the number of seats given, but at least 2. `start` is the holder of the token of this phase,
    or of every token by phase; tokens not named go round clockwise from seat 0 as far as they can. `passes` is the
    count of PASS-1 and `passed` the seats whose last action was a pass. `remembered` is what sets remember, by name. With
    round=1 and phase="worker" this is the first Worker phase.
    """
    players = players if players is not None else max(2, len(seats))
    options = engine.Options(
        edition=edition,
        players=players,
        sets=tuple(sets),
        open_hands=open_hands,
        play_on_empty_tableau=play_on_empty_tableau,
        first_workers=first_workers,  # type: ignore[arg-type]
    )
    assert len(seats) <= players, f"{len(seats)} seats for {players} players"
    return engine.set_up(
        options,
        phase=phase,
        round=round,
        seats=seats,
        start=start,
        turn=turn,
        upper=upper,
        lower=lower,
        discard=discard,
        piles=piles,
        passes=passes,
        passed=passed,
        ending=ending,
        remembered=remembered,
    )


def acted(state: State, seat: int, text: str) -> engine.Transition:
    """Play one move in its notation; refusals are raised."""
    return engine.apply(state, seat, engine.parse_move(text, state))


def act(state: State, seat: int, text: str) -> State:
    """The state after one move."""
    return acted(state, seat, text).state


def play(state: State, *moves: str) -> State:
    """The state after several moves, each written as the seat and the move: "0 buy market"."""
    for text in moves:
        seat, _, move = text.partition(" ")
        state = act(state, int(seat), move)
    return state


def pass_on(state: State) -> State:
    """Everybody passes until the action part is over; the next question, whatever it is, is being asked."""
    key = engine.phase_key(state)
    while not state.is_over and engine.phase_key(state) == key:
        seat = engine.waiting_for(state)[0]
        question = engine.question_for(state, seat)
        if question is None or question.kind != "turn":
            break
        state = act(state, seat, "pass")
    return state


def texts(state: State, seat: int) -> list[str]:
    """The legal moves of a seat as text."""
    return [str(move) for move in engine.legal_moves(state, seat)]


def displayed(state: State, seat: int) -> list[str]:
    """The display of a seat in the order entered; marks follow the card after a space."""
    rules = state.rules
    return [
        " ".join((rules.ids[row], ", ".join(sorted(rules.marked[row])))).strip() for row in state.players[seat].display
    ]


def in_hand(state: State, seat: int) -> list[str]:
    """The hand of a seat."""
    return [state.rules.ids[row] for row in state.players[seat].hand]


def discarded(state: State) -> list[str]:
    """The discard pile, the top card last."""
    return [state.rules.ids[row] for row in state.discard]


def price(state: State, seat: int, card: str, row: str = "upper", over: str | None = None) -> int:
    """What a card that lies in a row, in the hand or was drawn would cost this seat, payable or not, from its view."""
    view = engine.view_for(state, seat)
    hand = view.seats[seat].hand or ()
    places = {"upper": view.upper, "lower": view.lower, "hand": hand, "drawn": (view.drawn,), "discard": view.spread}
    slot = next(slot for slot in places[row] if slot is not None and slot.card == card)
    return next(offer.price for offer in slot.offers if over is None or offer.over == over)


def cards_in(state: State) -> dict[str, int]:
    """Every card of a state by id, wherever it is; the same in all positions of a game."""
    rules, found = state.rules, list(state.discard)
    found += [row for row in (*state.upper, *state.lower) if row]
    for pile, left in zip(state.piles, state.left, strict=True):
        found += pile[len(pile) - left :]
    for player in state.players:
        found += player.hand + tuple(rules.printed[row] for row in player.display)
    found += [row for item in state.agenda for row in item.lying()]
    found += [rules.row_of[card] for card in _purple_played(state)]
    asked = state.agenda[-1] if state.agenda else None
    if asked is not None and (held := asked.held(state)) is not None:  # type: ignore[attr-defined]
        found.append(held[1])
    counts: dict[str, int] = {}
    for row in sorted(found):
        counts[rules.ids[row]] = counts.get(rules.ids[row], 0) + 1
    return counts


def _purple_played(state: State) -> list[str]:
    """Purple cards that have left the hands for the box or for a card of a display."""
    rules, found = state.rules, []
    for part, remembered in zip(rules.parts, state.extras, strict=True):
        if part.name == "banquet":
            assert isinstance(remembered, tuple)
            found += remembered
            lying = [name for player in state.players for row in player.display for name in rules.marked[row]]
            found += [name for name in lying if name in ("jester", "banquet")]
    return found
