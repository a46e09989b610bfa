"""A position: everything that is known when nothing is hidden. Outside one move a state is a value and never changes.

Rows of the card table are small integers, 0 meaning no card, so that an empty place is falsy. While a move is carried
out, the working copy that `fork` gave is plainly mutable; a player is copied at his first change (`own`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.moves import Move
    from engine.rulebook import Rulebook
    from engine.steps import FinalLine, Item, Step

Seat = int
Row = int
"""A row of the rulebook's card table: a kind of card, or a kind of card with a mark on it."""


class Player:
    """What one seat owns. `facts` are the sums of what its display puts into each fact; the list is replaced, never
    changed in place. `kinds` are the distinct rows of the display that an Exchange card may replace."""

    __slots__ = ("display", "facts", "hand", "kinds", "points", "rubles")

    def __init__(
        self,
        rubles: int,
        points: int,
        hand: tuple[Row, ...],
        display: tuple[Row, ...],
        facts: list[int],
        kinds: tuple[Row, ...],
    ) -> None:
        self.rubles = rubles
        self.points = points
        self.hand = hand
        self.display = display
        self.facts = facts
        self.kinds = kinds

    def copy(self) -> Player:
        """A player with the same things; what is shared is never changed in place."""
        return Player(self.rubles, self.points, self.hand, self.display, self.facts, self.kinds)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Player) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # facts are a list


class State:
    """A position of one game. Compare states with ==; read `is_over`, `round`, `phase`, `points`, `rubles`.

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

    rules: Rulebook
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
        """The player of a seat, to be changed: copied unless this working copy has copied him before."""
        bit = 1 << seat
        if self._own & bit:
            return self.players[seat]
        self._own |= bit
        players = list(self.players)
        player = players[seat] = players[seat].copy()
        self.players = tuple(players)
        return player

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


def enter(s: State, seat: Seat, row: Row) -> None:
    """A card comes into a display: its effects join the facts. Cards change facts in three places only, of which this is
    one."""
    rules, player = s.rules, s.own(seat)
    facts = player.facts.copy()
    for slot, amount in rules.effects[row]:
        facts[slot] += amount
    player.facts = facts
    player.display += (row,)
    if rules.replaceable[row] and row not in player.kinds:
        player.kinds += (row,)


def leave(s: State, seat: Seat, row: Row) -> None:
    """A card leaves a display (of equal ones the oldest): its effects leave the facts. Where it goes is said
    elsewhere."""
    rules, player = s.rules, s.own(seat)
    facts = player.facts.copy()
    for slot, amount in rules.effects[row]:
        facts[slot] -= amount
    player.facts = facts
    place = player.display.index(row)
    player.display = player.display[:place] + player.display[place + 1 :]
    if rules.replaceable[row]:
        player.kinds = _kinds(rules, player.display)


def turn_over(s: State, seat: Seat, place: int, other: Row) -> None:
    """The card at a place of a display gets or loses a mark, that is, becomes another row; it neither leaves nor
    enters."""
    rules, player = s.rules, s.own(seat)
    row = player.display[place]
    facts = player.facts.copy()
    for slot, amount in rules.effects[row]:
        facts[slot] -= amount
    for slot, amount in rules.effects[other]:
        facts[slot] += amount
    player.facts = facts
    player.display = (*player.display[:place], other, *player.display[place + 1 :])
    player.kinds = _kinds(rules, player.display)


def shift_facts(s: State, seat: Seat, effects: Iterable[tuple[str, int]]) -> None:
    """A part, and no card, adds to the facts of a seat; what it has added in all is its answer to `facts_of`."""
    player = s.own(seat)
    facts = player.facts.copy()
    for name, amount in effects:
        facts[s.rules.slots[name]] += amount
    player.facts = facts


def add_parts(s: State) -> None:
    """Put into the facts of freshly assembled players what the parts add to them."""
    for part in s.rules.parts:
        for seat in range(len(s.players)):
            if effects := [(name, amount) for _, name, amount in part.facts_of(s, seat)]:
                shift_facts(s, seat, effects)


def _kinds(rules: Rulebook, display: tuple[Row, ...]) -> tuple[Row, ...]:
    """The distinct replaceable rows in the order of their oldest copy."""
    replaceable = rules.replaceable
    return tuple([row for row in dict.fromkeys(display) if replaceable[row]])


def assemble(rules: Rulebook, rubles: int, points: int, hand: tuple[Row, ...], display: tuple[Row, ...]) -> Player:
    """A player with these things, his facts added up from his display; `add_parts` follows when the state is whole."""
    facts = list(rules.facts_at_start)
    for row in display:
        for slot, amount in rules.effects[row]:
            facts[slot] += amount
    return Player(rubles, points, hand, display, facts, _kinds(rules, display))
