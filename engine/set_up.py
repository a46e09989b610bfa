"""A whole position as plain JSON, and setting up a position by hand: for a problem, a test, or a game that goes on from a
table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.acquire import add_parts, assemble
from engine.cards import CardId
from engine.core import Move, State
from engine.errors import PositionError
from engine.offers import legal_moves, waiting_for
from engine.options import Options
from engine.play import Step, apply
from engine.player import Player, Row, Seat
from engine.record.values import Record
from engine.rulebook import Rulebook, rulebook_for
from engine.turns import Actions
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSetup:
    """What one seat has. The display stands in the order entered; what lies on a card follows its id, as in
    `observatory face down` or `judge banquet, jester`."""

    rubles: int = 25
    points: int = 0
    hand: Sequence[CardId] = ()
    display: Sequence[str] = ()


def set_up(
    options: Options,
    *,
    phase: str = "building",
    round: int = 2,
    seats: Sequence[SeatSetup] = (),
    start: Seat | Mapping[str, Seat] = 0,
    turn: Seat | None = None,
    upper: Sequence[CardId | None] = (),
    lower: Sequence[CardId | None] = (),
    discard: Sequence[CardId] = (),
    piles: Mapping[str, Sequence[CardId] | int] | None = None,
    passes: int = 0,
    passed: Sequence[Seat] = (),
    ending: bool = False,
    remembered: Mapping[str, object] | None = None,
) -> State:
    """A position in the action part of `phase`, in which the seat `turn` (None: the start seat) is asked for an action.

    `seats` stand in order; seats left out have 25 rubles and nothing else. `start` is the holder of the token of this
    phase, or of every token by its name; tokens not named go round from seat 0 as far as they can. None in a row is an
    empty place. A pile is given as its cards, top first, or as how many are left; a pile not named holds every card
    that lies nowhere else, in printed order. The top of the discard pile is its last card. `passes` are the consecutive
    passes (PASS-1), `passed` the seats whose last action was one, `ending` tells that this is the last round (END-1),
    `remembered` is what sets remember, by name, as in `state.extras`. Round 1 and the Worker phase are the first Worker
    phase (FIRST-1).

    Raises PositionError for what no game can hold: a card too many, an unknown card or phase, a pile with others' cards.

    >>> state = set_up(Options(), upper=["market"], seats=[SeatSetup(rubles=3, display=["lumberjack"])])
    >>> [str(move) for move in state.agenda[-1].moves(state, 0)]
    ['take market', 'pass']
    """
    rules = rulebook_for(options)
    if len(seats) > options.players:
        raise PositionError("position-seats", f"{len(seats)} seats are given for {options.players} players.")
    s = State()
    s.rules = rules
    s.round, s.passes, s.passed = round, passes, sum(1 << seat for seat in passed)
    s.ending, s.over, s.lines = ending, False, ()
    s.upper, s.lower = _places(rules, upper), _places(rules, lower)
    s.discard = _rows(rules, discard)
    s.players = tuple(_player(rules, seat) for seat in (*seats, *[SeatSetup()] * (options.players - len(seats))))
    s.tokens = _tokens(rules, options.players, {phase: start} if isinstance(start, int) else start)
    s.piles = _piles(rules, s, piles or {})
    s.left = tuple(len(pile) for pile in s.piles)
    given = remembered or {}
    s.extras = tuple(given[part.name] if part.name in given else part.initial(rules) for part in rules.parts)
    s._legal, s._own = None, 0
    add_parts(s)
    for number, step in enumerate(rules.program(round), start=1):
        if isinstance(step, Actions) and step.phase == phase:
            s.step = number
            seat = s.tokens[rules.token_of[phase]] if turn is None else turn
            if seat not in range(options.players):
                raise PositionError("position-seats", f"There is no seat {seat}.")
            s.agenda = (step.turns[seat],)
            return s
    raise PositionError("position-phase", f"There is no phase {phase!r}; they are {', '.join(rules.piles)}.")


def _row(rules: Rulebook, card: CardId) -> Row:
    if card not in rules.row_of:
        raise PositionError("position-card", f"There is no card {card!r} in this game.")
    return rules.row_of[card]


def _rows(rules: Rulebook, cards: Sequence[CardId]) -> tuple[Row, ...]:
    return tuple(_row(rules, card) for card in cards)


def _places(rules: Rulebook, cards: Sequence[CardId | None]) -> tuple[Row, ...]:
    rows = tuple(_row(rules, card) if card else 0 for card in cards)
    return rows + (0,) * (rules.target - len(rows))


def _display_row(rules: Rulebook, words: str) -> Row:
    """A card with what lies on it."""
    card, _, marks = words.partition(" ")
    row = _row(rules, card)
    for mark in filter(None, marks.split(", ")):
        if not rules.has_mark(row, mark):
            raise PositionError("position-mark", f"{mark!r} cannot lie on {card}.")
        row = rules.with_mark(row, mark)
    return row


def _player(rules: Rulebook, seat: SeatSetup) -> Player:
    display = tuple(_display_row(rules, words) for words in seat.display)
    return assemble(rules, seat.rubles, seat.points, _rows(rules, seat.hand), display)


def _tokens(rules: Rulebook, players: int, given: Mapping[str, Seat]) -> tuple[Seat, ...]:
    """The tokens given, and the others to the seats with the fewest, in order."""
    held = [list(given.values()).count(seat) for seat in range(players)]
    tokens = dict(given)
    for token in rules.tokens:
        if token not in tokens:
            tokens[token] = held.index(min(held))
            held[tokens[token]] += 1
    return tuple(tokens[token] for token in rules.tokens)


def _piles(rules: Rulebook, s: State, given: Mapping[str, Sequence[CardId] | int]) -> tuple[tuple[Row, ...], ...]:
    """The piles given, the others with every card that lies nowhere else."""
    lying = [*s.upper, *s.lower, *s.discard]
    for player in s.players:
        lying += [*player.hand, *(rules.printed[row] for row in player.display)]
    piles: list[tuple[Row, ...]] = []
    for name in rules.piles:
        rest: list[Row] = []
        for row in rules.printed_rows:
            card = rules.cards[row - 1]
            if card.pile == name:
                number = card.copies - lying.count(row)
                if number < 0:
                    raise PositionError("position-copies", f"{card.id} has only {card.copies} copies.")
                rest += [row] * number
        what = given.get(name)
        if isinstance(what, int):
            if what > len(rest):
                raise PositionError("position-pile", f"Only {len(rest)} cards are left for the {name} pile.")
            rest = rest[:what]
        elif what is not None:
            chosen = [*_rows(rules, what)]
            if any(rest.count(row) < chosen.count(row) for row in chosen):
                raise PositionError("position-pile", f"The {name} pile cannot hold {', '.join(what)}.")
            rest = chosen
        piles.append(tuple(rest))
    return tuple(piles)
