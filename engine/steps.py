"""Questions: items of the agenda on which the game waits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.cards import CardId
from engine.core import Item, Move, State, Step
from engine.entries import Log
from engine.errors import Reason
from engine.immutable import Plain
from engine.player import Row, Seat


@dataclass(frozen=True, slots=True)
class Question(Plain):
    """What a seat is asked. `kind` is first-worker, turn, drawn, pub or a kind of a part; `card` is the card in
    question, `pile` where it came from, `maximum` the largest number that may be answered; None where there is none,
    or where it is not for the reader."""

    kind: str
    seats: tuple[int, ...]
    card: CardId | None = None
    pile: str | None = None
    maximum: int | None = None


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

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        move.act(s, seat, log)

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


def replaced(steps: tuple[Step, ...], phase: str, kind: type[Step], by: Callable[[Step], Step]) -> tuple[Step, ...]:
    """The program of a round with the step of this kind in this phase replaced."""
    return tuple(by(step) if isinstance(step, kind) and step.phase == phase else step for step in steps)
