"""The shapes of a round: steps in order, and the agenda of what is asked and what is still to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from engine.cards import CardId
from engine.entries import Log
from engine.errors import Reason

if TYPE_CHECKING:
    from engine.moves import Move
    from engine.rulebook import Rulebook
    from engine.state import Row, Seat, State


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat is asked. `kind` is first-worker, turn, drawn, pub or a kind of a part; `card` is the card in
    question, `pile` where it came from, `maximum` the largest number that may be answered; None where there is none,
    or where it is not for the reader."""

    kind: str
    seats: tuple[int, ...]
    card: CardId | None = None
    pile: str | None = None
    maximum: int | None = None

    def to_json(self) -> dict[str, object]:
        """Plain JSON with the same names."""
        return {
            "kind": self.kind,
            "seats": list(self.seats),
            "card": self.card,
            "pile": self.pile,
            "maximum": self.maximum,
        }


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

    def in_hand(self, rules: Rulebook) -> tuple[Row, ...]:
        """Cards that, while this is on the agenda, surely lie in a hand that is hidden from whoever sees it so."""
        return ()

    def as_seen(self, s: State, viewer: Seat | None) -> Item:
        """The item without what the viewer may not know; equal for all states that he cannot tell apart."""
        return self

    def guessed(self, s: State, held: Row) -> Item:
        """The whole item again, for a guessed state; `held` is a card for the one that is being looked at."""
        return self

    def after_bonus(self, seat: Seat) -> Item:
        """What the item becomes when a bonus, and no scoring, has paid this seat rubles while it waits on the
        agenda."""
        return self


class Decision(Item):
    """A question. It stays on the agenda until it is answered, and the game waits."""

    __slots__ = ()
    asks = True
    anonymous: ClassVar[bool] = False
    """Others may not learn who is asked (BANQ-THIEF-6)."""
    instead: ClassVar[Mapping[str, str]] = {}
    """Sources whose moves stand in for those of a row or the hand while this is asked, by the name of the row."""
    completes_card: ClassVar[bool] = False
    """Asked because a card has come into a display, which is wholly there when this is answered (EXCH-10)."""

    def default(self, s: State, seat: Seat) -> Move:
        """What the clock answers."""
        return self.moves(s, seat)[0]

    def question(self, s: State, reader: Seat | None) -> Question:
        """The question as `reader` may see it."""
        return Question(self.kind, self.seats)

    def by_preset(self, s: State, seat: Seat, presets: Mapping[str, str]) -> Move | None:
        """The answer that follows from what the seat decided before; None if it has to be asked."""
        return None

    def least_rubles(self, s: State, seat: Seat) -> int:
        """What a seat that is asked surely has beside what the step says; for guesses at hidden money."""
        return 0

    def held(self, s: State) -> tuple[str, Row] | None:
        """A card that lies nowhere while this is asked, known to the seats asked only: its source and its row."""
        return None

    def spread(self, s: State) -> tuple[str, tuple[Row, ...]]:
        """Cards, open to all, that only this question lets acquire, once each: their source and their rows."""
        return "", ()

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        """Code, sentence and rule if this question itself forbids the move, whatever the cards and the money."""
        return None


class Step:
    """One step of the program of a round. A step that asks puts a question on the agenda; when the agenda is empty, the
    next step runs."""

    phase: str
    least_rubles: ClassVar[int] = 0
    """What everybody who is asked in this step surely has; for guesses at hidden money."""
    final: ClassVar[bool] = False
    """Is this a step of the final scoring (END-10)?"""

    def run(self, s: State, log: Log) -> None:
        """Carry the step out; the program counter already stands on the next one."""
        raise NotImplementedError

    def foresee(self, s: State, seat: Seat, *, begun: bool) -> None:
        """Carry out, on a working copy, what this step of the final scoring does for one seat, without a question; what
        is still to come of it if it has `begun` for this seat (HURD-23)."""


@dataclass(frozen=True, slots=True)
class FinalLine:
    """One step of the final scoring for one seat, kept for its breakdown (END-18): how many, or which, counted, and what
    it changed in points."""

    step: str
    seat: int
    count: int
    points: int
