"""What may be shown to one viewer, and nothing else (INFO-1 to INFO-6), as a value and as text for a terminal. Pages, API,
emails and bots get views, never a state.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import ClassVar, get_type_hints

from engine.cards import CardId
from engine.core import Item, State
from engine.immutable import as_json
from engine.offers import Slot, Viewer, asked_as_seen, decision, legal_moves, question_for, slot_of
from engine.player import FinalLine, Row, Seat
from engine.rulebook import RULES_VERSION, SETS, whole
from engine.scoring import FinalScore, Income, different, explain_income, final_scores, pays
from engine.steps import Decision, Question

FACE_DOWN = "face down"


@dataclass(frozen=True, slots=True)
class PhaseView:
    """A phase, its start seat and its pile; `contents` are the cards still in it, in printed order, which for the
    viewer includes what others hold hidden (INFO-3)."""

    name: str
    start_seat: int
    done: bool
    current: bool
    left: int
    contents: tuple[tuple[CardId, int], ...]


@dataclass(frozen=True, slots=True)
class DisplayCard:
    """A card of a display. `pays` is what it would pay at its scoring now, rubles and points; `marks` says what lies
    on it."""

    card: CardId
    face_down: bool
    replaceable: bool
    pays: tuple[int, int]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as the viewer sees it; `rubles` and `hand` are None where they are hidden (INFO-2)."""

    seat: int
    rubles: int | None
    points: int
    hand: tuple[Slot, ...] | None
    hand_count: int
    hand_limit: int
    display: tuple[DisplayCard, ...]
    tokens: tuple[str, ...]
    passed: bool
    income: tuple[Income, ...]
    nobles: tuple[int, int]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that may be shown to `viewer` (None: a visitor). `passes` is the count of PASS-1; `extras` is what
    parts show, by the name of the part, `spread` the cards of another place that the viewer is asked about, with what
    they can do with each. `step`, `agenda` and `lines` say, for guesses only, where the game stands."""

    for_guesses: ClassVar[tuple[str, ...]] = ("step", "agenda", "lines")
    """Fields that never leave the server."""
    viewer: int | None
    options: dict[str, object]
    round: int
    phase: str
    ending: bool
    over: bool
    rules_version: int
    asked: tuple[int, ...]
    question: Question | None
    phases: tuple[PhaseView, ...]
    upper: tuple[Slot | None, ...]
    lower: tuple[Slot | None, ...]
    drawn: Slot | None
    spread: tuple[Slot, ...]
    discard: tuple[CardId, ...]
    seats: tuple[SeatView, ...]
    moves: tuple[str, ...]
    scores: tuple[FinalScore, ...] | None
    passes: int
    extras: dict[str, object]
    step: int
    agenda: tuple[Item, ...]
    lines: tuple[FinalLine, ...]

    def to_json(self) -> dict[str, object]:
        """Plain JSON with the same field names."""
        return {f.name: as_json(getattr(self, f.name)) for f in fields(self) if f.name not in self.for_guesses}


def question_kinds() -> tuple[str, ...]:
    """Every `kind` of a question, in any game."""
    found, kinds = {Decision}, set[str]()
    while found:
        found = {kind for one in found for kind in one.__subclasses__()}
        kinds |= {one.kind for one in found}
    return tuple(sorted(kinds))


def set_views() -> dict[str, type]:
    """What `View.extras` has of each set that shows something."""
    found = {name: get_type_hints(type(part).view)["return"] for name, part in SETS.items()}
    return {name: kind for name, kind in found.items() if kind is not object}


def view_for(state: State, seat: Seat | None) -> View:
    """The view of a seat, or of a visitor. Two states that this viewer cannot tell apart give equal views."""
    rules, s = state.rules, state
    asked = decision(s)
    question = question_for(s, seat)
    viewer = Viewer(s, seat, legal_moves(s, seat) if seat is not None else (), asked)
    upper, lower = _rows(viewer)
    held = asked.held(s) if asked and seat in asked.seats else None
    source, spread = asked.spread(s) if asked and seat in asked.seats else ("", ())
    return View(
        viewer=seat,
        options=rules.options.to_dict(),
        round=s.round,
        phase=s.phase,
        ending=s.ending,
        over=s.over,
        rules_version=RULES_VERSION,
        asked=asked_as_seen(s, seat),
        question=question,
        phases=_phases(s, seat),
        upper=upper,
        lower=lower,
        drawn=slot_of(viewer, held[0], 1, held[1]) if held else None,
        spread=tuple(slot_of(viewer, source, place, row) for place, row in enumerate(spread, 1)),
        discard=tuple(rules.ids[row] for row in s.discard),
        seats=tuple(_seat(viewer, other) for other in range(len(s.players))),
        moves=tuple(str(move) for move in viewer.legal),
        scores=final_scores(s) or None,
        passes=s.passes,
        extras=extras_for(s, seat),
        step=s.step,
        agenda=tuple(item.as_seen(s, seat) for item in s.agenda),
        lines=s.lines,
    )


def _rows(viewer: Viewer) -> tuple[tuple[Slot | None, ...], ...]:
    return tuple(
        tuple(slot_of(viewer, name, place, row) if row else None for place, row in enumerate(rows, 1))
        for name, rows in (("upper", viewer.state.upper), ("lower", viewer.state.lower))
    )


def slots_for(state: State, seat: Seat) -> tuple[Slot, ...]:
    """The cards of both rows as `view_for` has them for a seat, without the rest of its view."""
    rows = _rows(Viewer(state, seat, legal_moves(state, seat), decision(state)))
    return tuple(slot for row in rows for slot in row if slot is not None)


def extras_for(state: State, seat: Seat | None) -> dict[str, object]:
    """What the parts of the game show of this position: `View.extras` alone, for who compares what moves lead to."""
    return {
        part.name: shown
        for part, value in zip(whole(state).parts, state.extras, strict=True)
        if (shown := part.view(state, value, seat)) is not None
    }


def open_view(state: State) -> View:
    """What a visitor sees once the game is over, of any of its positions: hands, money and secret tasks as at the end (END-18), and
    nothing else changed. Never of a game that goes on."""
    seen, rest = view_for(state, None), state.fork()
    rest.over = True
    viewer = Viewer(rest, None, (), None)
    return replace(
        seen,
        phases=tuple(replace(one, contents=_contents(rest, None, place)) for place, one in enumerate(seen.phases)),
        seats=tuple(_seat(viewer, other) for other in range(len(rest.players))),
        extras=extras_for(rest, None),
    )


def tableau(state: State) -> tuple[tuple[CardId | None, ...], tuple[CardId | None, ...]]:
    """Both rows, upper and lower, from the left with their holes: what everybody sees and `view_for` has in full."""
    ids = state.rules.ids
    return tuple(ids[row] if row else None for row in state.upper), tuple(
        ids[row] if row else None for row in state.lower
    )


def sees_hand(state: State, viewer: Seat | None, seat: Seat) -> bool:
    """May this viewer see the hand and the money of a seat (INFO-2, END-18)?"""
    return viewer == seat or state.rules.options.open_hands or state.over


def unseen(state: State, viewer: Seat | None, pile: int) -> list[Row]:
    """The cards of a pile as the viewer knows it: what is left, and what others hold hidden or are looking at
    (INFO-3)."""
    s, rules = state, state.rules
    cards = list(s.piles[pile][len(s.piles[pile]) - s.left[pile] :])
    for seat, player in enumerate(s.players):
        if not sees_hand(s, viewer, seat):
            cards += [row for row in player.hand if rules.cards[row - 1].pile == rules.piles[pile]]
    asked = decision(s)
    if (
        asked
        and viewer not in asked.seats
        and (held := asked.held(s))
        and rules.cards[held[1] - 1].pile == rules.piles[pile]
    ):
        cards.append(held[1])
    return sorted(cards)


def _contents(s: State, viewer: Seat | None, pile: int) -> tuple[tuple[CardId, int], ...]:
    return tuple((s.rules.ids[row], n) for row, n in Counter(unseen(s, viewer, pile)).items())


def _phases(s: State, viewer: Seat | None) -> tuple[PhaseView, ...]:
    rules = s.rules
    names = [phase.name for phase in rules.phases]
    now = names.index(s.phase)
    return tuple(
        PhaseView(
            name=name,
            start_seat=s.tokens[rules.token_of[name]],
            done=s.over or place < now,
            current=not s.over and place == now,
            left=s.left[place],
            contents=_contents(s, viewer, place),
        )
        for place, name in enumerate(names)
    )


def _seat(viewer: Viewer, seat: Seat) -> SeatView:
    s, rules = viewer.state, viewer.state.rules
    player = s.players[seat]
    seen = sees_hand(s, viewer.seat, seat)
    reader = viewer if seat == viewer.seat else viewer.as_visitor()
    count = different(rules, player, "red")
    return SeatView(
        seat=seat,
        rubles=player.rubles if seen else None,
        points=player.points,
        hand=tuple(slot_of(reader, "hand", place, row) for place, row in enumerate(player.hand, 1)) if seen else None,
        hand_count=len(player.hand),
        hand_limit=player.facts[rules.hand_limit],
        display=tuple(
            DisplayCard(
                card=rules.ids[row],
                face_down=FACE_DOWN in rules.marked[row],
                replaceable=rules.replaceable[row],
                pays=pays(rules, player.facts, row)[:2],
                marks=tuple(sorted(rules.marked[row])),
            )
            for row in player.display
        ),
        tokens=tuple(name for name, holder in zip(rules.tokens, s.tokens, strict=True) if holder == seat),
        passed=bool(s.passed >> seat & 1),
        income=tuple(explain_income(s, seat, group) for group in rules.incomes),
        nobles=(count, rules.noble_points(count)),
    )


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
            f"upper    {_row_words(view.upper)}",
            f"lower    {_row_words(view.lower)}",
            f"discard  {', '.join(view.discard) or EMPTY}",
            f"piles    {', '.join(f'{phase.name} {phase.left}' for phase in view.phases)}",
            *(_seat_line(seat, is_asked=seat.seat in view.asked) for seat in view.seats),
        ]
    )


def _seats(view: View) -> str:
    if not view.asked:
        return "somebody"
    return ("seats " if len(view.asked) > 1 else "seat ") + ", ".join(map(str, view.asked))


def _row_words(slots: tuple[Slot | None, ...]) -> str:
    """From the left; empty places after the last card are left out."""
    cards = [slot.card if slot else EMPTY for slot in slots]
    while len(cards) > 1 and cards[-1] == EMPTY:
        cards.pop()
    return ", ".join(cards) or EMPTY


def _seat_line(seat: SeatView, *, is_asked: bool) -> str:
    rubles = "?" if seat.rubles is None else seat.rubles
    hand = _counted_words(slot.card for slot in seat.hand) if seat.hand is not None else f"{seat.hand_count} ?"
    display = _counted_words(map(_card, seat.display))
    sign = ">" if is_asked else " "
    return f"seat {seat.seat} {sign} {rubles} rubles, {seat.points} points, hand {hand}, display {display}"


def _card(card: DisplayCard) -> str:
    return f"{card.card} ({', '.join(card.marks)})" if card.marks else card.card


def _counted_words(cards: Iterable[str]) -> str:
    """Equal cards stand together, where the first of them stands."""
    every = list(cards)
    distinct = dict.fromkeys(every)
    words = [card if every.count(card) == 1 else f"{every.count(card)} {card}" for card in distinct]
    return ", ".join(words) or EMPTY
