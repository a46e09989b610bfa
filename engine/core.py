"""State, moves, agenda and rules, in one file because each is defined by the others. `Rules` is what all of them may know of a
rulebook; engine/rulebook.py, which nothing below it imports, composes one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from engine.cards import CardId, Columns, Term
from engine.entries import Log
from engine.errors import Reason, Sentence
from engine.immutable import made_by_hand
from engine.options import Options
from engine.player import FinalLine, Player, Row, Seat


class State:
    """A position of one game: everything that is known when nothing is hidden. Compare states with ==.

    Outside one move a state is a value and never changes. While a move is carried out, the working copy that `fork` gave is
    mutable; a player is copied at the first change (`own`). Rows of the card table are integers from 1; 0 is an empty place.

    `piles` are in hidden order, top first, and `left` counts what is left of each. `step` is the next step of the
    round's program, `passes` the consecutive passes (PASS-1), `passed` the seats, as bits, whose last action was a
    pass, `agenda` the stack of what is asked and what is still to do, `extras` what each part remembers, `lines` the
    final scoring so far.
    """

    __slots__ = (
        "_legal",
        "_own",
        "agenda",
        "discard",
        "ending",
        "extras",
        "left",
        "lines",
        "lower",
        "over",
        "passed",
        "passes",
        "piles",
        "players",
        "round",
        "rules",
        "step",
        "tokens",
        "upper",
    )

    rules: Rules
    piles: tuple[tuple[Row, ...], ...]
    left: tuple[int, ...]
    upper: tuple[Row, ...]
    lower: tuple[Row, ...]
    discard: tuple[Row, ...]
    players: tuple[Player, ...]
    tokens: tuple[Seat, ...]
    round: int
    step: int
    passes: int
    passed: int
    ending: bool
    over: bool
    agenda: tuple[Item, ...]
    extras: tuple[object, ...]
    lines: tuple[FinalLine, ...]
    _legal: tuple[Move, ...] | None
    _own: int

    @property
    def is_over(self) -> bool:
        """The final scoring is done and nobody is asked any more."""
        return self.over

    @property
    def current(self) -> Step:
        """The step of the round that is being carried out."""
        return self.rules.program(self.round)[self.step - 1]

    @property
    def phase(self) -> str:
        """The phase being played, by name: worker, building, noble, exchange (SEQ-1)."""
        return self.current.phase

    def points(self, seat: Seat) -> int:
        """Victory points of a seat."""
        return self.players[seat].points

    def rubles(self, seat: Seat) -> int:
        """Money of a seat."""
        return self.players[seat].rubles

    def fork(self) -> State:
        """A working copy that shares everything; either one may be changed from now on."""
        other = State.__new__(State)
        other.rules = self.rules
        other.piles = self.piles
        other.left = self.left
        other.upper = self.upper
        other.lower = self.lower
        other.discard = self.discard
        other.players = self.players
        other.tokens = self.tokens
        other.round = self.round
        other.step = self.step
        other.passes = self.passes
        other.passed = self.passed
        other.ending = self.ending
        other.over = self.over
        other.agenda = self.agenda
        other.extras = self.extras
        other.lines = self.lines
        other._legal = None
        other._own = self._own = 0
        return other

    def own(self, seat: Seat) -> Player:
        """The player of a seat, to be changed: copied unless this working copy has done so before."""
        bit = 1 << seat
        if self._own & bit:
            return self.players[seat]
        self._own |= bit
        players = list(self.players)
        player = players[seat] = players[seat].copy()
        self.players = tuple(players)
        return player

    def remember(self, part: str, value: object) -> None:
        """From now on the part of this name remembers this."""
        place = self.rules.extra_of[part]
        self.extras = (*self.extras[:place], value, *self.extras[place + 1 :])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__ if not name.startswith("_"))

    __hash__ = None  # type: ignore[assignment]  # players hold lists

    def __repr__(self) -> str:
        if self.over:
            return f"<State over, points {[player.points for player in self.players]}>"
        asked = ", ".join(f"{item.kind} of {item.seats}" for item in self.agenda[-1:] if item.asks)
        return f"<State round {self.round}, {self.phase}, asks {asked or 'nobody'}>"


class Move:
    """One answer to one question. `str(move)` is its notation; `engine.parse_move` reads it back.

    `kind` is the verb, `card`, `over` and `source` (upper, lower, hand, drawn) say what it is about, where it has them.
    Kinds of moves differ in `act`, which carries the move out on a working copy.
    """

    __slots__ = ("card", "kind", "over", "rules", "source", "text")

    is_pass: ClassVar[bool] = False
    keeps_turn: ClassVar[bool] = False
    """Done before the action of a turn, which is asked for again (TURN-11)."""

    def __init__(
        self,
        rules: Rules,
        text: str,
        kind: str,
        card: CardId | None = None,
        source: str = "",
        over: CardId | None = None,
    ) -> None:
        self.rules = rules
        self.text = text
        self.kind = kind
        self.card = card
        self.source = source
        self.over = over

    def act(self, s: State, seat: Seat, log: Log) -> None:
        """Carry the move out for `seat`; it is known to be legal."""
        raise NotImplementedError

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        """Code, sentence and rule if the move itself tells why it is not legal now; asked only when it is not."""
        return None

    def price(self, s: State, seat: Seat) -> int:
        """What a seat pays for it, whether it can or not; nothing, but where something is bought."""
        return 0

    def terms(self, s: State, seat: Seat) -> tuple[Term, ...]:
        """The same price, term by term."""
        return ()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> tuple[Callable[[Rules, str], Move], tuple[Rules, str]]:
        return interned, (self.rules, self.text)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self


def interned(rules: Rules, text: str) -> Move:
    """The one move of these rules with this notation."""
    return rules.moves[text]


@made_by_hand
class Item:
    """Something on the agenda: a question to one seat, or to several at once, or work the engine does itself."""

    __slots__ = ()
    asks: ClassVar[bool] = False
    kind: ClassVar[str] = ""
    seats: tuple[Seat, ...]

    def run(self, s: State, log: Log) -> None:
        """Do the work; it may put more on the agenda."""
        raise NotImplementedError

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        """All legal answers of a seat that is asked, in a fixed order, never empty; work asks nobody."""
        return ()

    def allows(self, s: State, seat: Seat, move: Move) -> bool:
        """Is this one of the legal answers of a seat that is asked? For who does not want all of them: it says what
        `moves` says, sooner where the question can tell."""
        return move in self.moves(s, seat)

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        """Carry an answer out. The question has left the agenda."""
        raise NotImplementedError

    def uncovers(self, s: State) -> bool:
        """Does any answer uncover something hidden, even if no card leaves a pile (UI-15)?"""
        return False

    def lying(self) -> tuple[Row, ...]:
        """Cards that lie nowhere else while this is on the agenda, open to all."""
        return ()

    def in_hand(self, rules: Rules) -> tuple[Row, ...]:
        """Cards that, while this is on the agenda, surely lie in a hand that is hidden from whoever sees it so."""
        return ()

    def as_seen(self, s: State, viewer: Seat | None) -> Item:
        """The item without what the viewer may not know; equal for all states that they cannot tell apart."""
        return self

    def guessed(self, s: State, held: Row) -> Item:
        """The whole item again, for a guessed state; `held` is a card for the one that is being looked at."""
        return self

    def after_bonus(self, seat: Seat) -> Item:
        """What the item becomes when a bonus, and no scoring, has paid this seat rubles while it waits on the
        agenda."""
        return self


@made_by_hand
class Step:
    """One step of the program of a round. A step that asks puts a question on the agenda; when the agenda is empty, the
    next step runs."""

    phase: str
    least_rubles: ClassVar[int] = 0
    """What everybody who is asked in this step surely has; for guesses at hidden money."""
    final: ClassVar[bool] = False
    """Is this a step of the final scoring (END-10)?"""
    counts: ClassVar[tuple[str, ...]] = ()
    """The first words of facts that this step pays for, where it is no income of a group."""

    def __init__(self, phase: str) -> None:
        self.phase = phase

    def run(self, s: State, log: Log) -> None:
        """Carry the step out; the program counter already stands on the next one."""
        raise NotImplementedError

    def foresee(self, s: State, seat: Seat, *, begun: bool) -> None:
        """Carry out, on a working copy, what this step of the final scoring does for one seat, without a question; what
        is still to come of it if it has `begun` for this seat (HURD-23)."""


class Source:
    """A place that cards are acquired from: how moves name it, what it takes off the price, what lies there for a seat,
    how a card leaves it."""

    __slots__ = ("buy", "buys", "name", "reduction", "remove", "rows", "suffix", "take", "told", "where")

    def __init__(
        self,
        name: str,
        buy: str,
        take: str,
        suffix: str,
        reduction: int,
        remove: Callable[[State, Seat, Row], None],
        rows: Callable[[State, Seat], tuple[Row, ...]],
        where: Sentence,
        told: str = "",
        buys: MakeBuy | None = None,
    ) -> None:
        """`buy` and `take` are the verbs, `take` empty where cards cannot be taken; `suffix` follows the card's
        name; `where` says in a sentence where the cards are; `told` is what log entries call the source, if not by its
        name; `buys` makes the moves that buy from here, if buying is more than paying and laying out."""
        self.name = name
        self.buy = buy
        self.take = take
        self.suffix = suffix
        self.reduction = reduction
        self.remove = remove
        self.rows = rows
        self.where = where
        self.told = told or name
        self.buys = buys


class Offers:
    """All moves that acquire a card from one source, by row.

    A line is what the walk reads of a row at once: cost, the facts that make it cheaper, the most that a replaced
    card can be worth, the move that buys it if it is a basic card, those that buy it over another by the row replaced,
    the move that takes it.
    """

    __slots__ = ("lines", "source", "value")

    def __init__(self, rules: Rules, source: Source, lines: list[OffersLine]) -> None:
        self.source = source
        self.value = rules.value
        self.lines = lines

    def buy(self, row: Row) -> Move | None:
        """The move that buys this basic card."""
        return self.lines[row][4]

    def overs(self, row: Row) -> Overs:
        """The moves that buy this Exchange card."""
        return self.lines[row][5]

    def take(self, row: Row) -> Move | None:
        """The move that takes this card into the hand."""
        return self.lines[row][6]

    def all(self) -> list[Move]:
        """Every move, to be claimed at composition."""
        moves: list[Move] = [move for line in self.lines for move in (line[4], line[6]) if move is not None]
        return moves + [move for line in self.lines for move in line[5].values()]


class Rules(Columns):
    """What may be known of a rulebook in a game: its columns, moves, steps, and the functions that parts replace."""

    options: Options
    moves: dict[str, Move]
    pass_move: Move
    upper: Offers
    lower: Offers
    hand: Offers
    offers: dict[str, Offers]
    places: dict[str, tuple[Offers, ...]]
    hand_moves: tuple[MoreMoves, ...]
    opening: tuple[Step, ...]
    every_round: tuple[Step, ...]
    tokens: tuple[str, ...]
    token_of: dict[str, int]
    extra_of: dict[str, int]
    """Where the remembered value of a part stands in `state.extras`, by its name."""
    target: int
    start_rubles: int
    token_shift: int
    gain: Callable[[State, Seat, int, Log], None]
    creditable: Callable[[State, Seat, int], int]
    noble_points: Callable[[int], int]
    entered: tuple[Callable[[State, Seat, Row, Log], None], ...]
    laid: tuple[Callable[[State, Seat, Row, Log], None], ...]
    left_display: tuple[Callable[[State, Seat, Row], object], ...]
    facts_of_parts: tuple[tuple[str, FactsOf], ...]
    """What parts, and no cards, put into facts, each with the rule by which it makes cards cheaper."""

    def program(self, round_number: int) -> tuple[Step, ...]:
        """The steps of a round in order."""
        return self.opening if round_number == 1 else self.every_round


MoreMoves = Callable[[State, Player, list[Move]], None]
"""A way to add moves to the turns of a phase."""
FactsOf = Callable[[State, Seat], Iterable[tuple[CardId, str, int]]]
"""Source, fact and amount of what is put into the facts of a seat."""
MakeBuy = Callable[[Rules, Row, Source, Row, str], Move]
"""Makes the move that buys a card from a source, over another or over none, with these words."""
Overs = dict[Row, Move]
OffersLine = tuple[int, int, int, int, Move | None, Overs, Move | None]
