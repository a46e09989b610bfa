"""What all events have in common: who has used which, when one can be used, what a use does, and what there is to tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from engine.cards import CardId, Effect
from engine.core import Move, Rules, Source, State
from engine.entries import Change, Dealt, Entry, Log
from engine.errors import Reason, Sentence
from engine.player import Player, Row, Seat, entry
from engine.round import lay_out, trigger_end
from engine.state import shift_facts


@entry
class EventUsed(Entry):
    """A seat used an event; what it did follows. It wakes those who pass until the tableau changes (UI-2)."""

    kind: ClassVar[str] = "event"
    wakes_others: ClassVar[bool] = True
    seat: int
    event: str


@entry
class QuietEvent(EventUsed):
    """An event that changes nothing for the others: it wakes nobody (UI-2)."""

    wakes_others: ClassVar[bool] = False


@entry
class Sponsored(Entry):
    """The Sponsor gave a seat rubles (EVT-SPONSOR-1)."""

    kind: ClassVar[str] = "sponsored"
    seat: int
    rubles: int

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, self.rubles, 0),)


NAME: Final = "events"
SPENT: Final = "event used"
"""The fact that a seat has used its event."""

Used = tuple[str, ...]
"""The event that each seat has used; empty for none."""


class Tile:
    """One event. `effects` are what it puts into the facts of its user for the rest of the game; a `quiet` one leaves the
    count of passes as it is (PASS-2) and wakes nobody (UI-2)."""

    name: ClassVar[str]
    effects: ClassVar[tuple[Effect, ...]] = ()
    quiet: ClassVar[bool] = False

    def sources(self) -> Sequence[Source]:
        """Places that cards are acquired from by this event."""
        return ()

    def moves(self, rules: Rules) -> Iterable[Move]:
        """The ways to use it that no source brings."""
        return ()

    def obstacle(self, s: State, seat: Seat) -> Reason | None:
        """Code, sentence and rule if it cannot be carried out now (EVT-5)."""
        return None

    def offer(self, s: State, player: Player, out: list[Move]) -> None:
        """Append every way to use it now; nothing is in its way."""
        out.append(s.rules.moves[f"event {self.name}"])


class Use(Move):
    """A use of an event: before the action of a turn, which follows in full (EVT-3)."""

    __slots__ = ("tile",)
    keeps_turn = True

    def __init__(self, rules: Rules, tile: Tile, words: str = "", card: CardId | None = None, source: str = "") -> None:
        super().__init__(rules, f"event {tile.name}{words}", "event", card, source)
        self.tile = tile

    def act(self, s: State, seat: Seat, log: Log) -> None:
        use(s, seat, self.tile, log)
        self.carry_out(s, seat, log)

    def carry_out(self, s: State, seat: Seat, log: Log) -> None:
        """What this event does."""

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        return unusable(s, seat, self.tile)


def used(s: State) -> Used:
    """The event that each seat has used."""
    value = s.extras[s.rules.extra_of[NAME]]
    assert isinstance(value, tuple)
    return value


def unusable(s: State, seat: Seat, tile: Tile) -> Reason | None:
    """What is in the way of using an event: the round, that it is used, that the seat has had its own, or what it would
    do (EVT-1, EVT-2, EVT-5)."""
    before = used(s)
    if s.round == 1:
        return "event-round", Sentence("Events are available from round 2."), "EVT-2"
    if tile.name in before:
        return (
            "event-gone",
            Sentence("This event has already been used. Each event can be used once per game."),
            "EVT-1",
        )
    if before[seat]:
        return "event-spent", Sentence("You have already used an event. Each player can use one per game."), "EVT-1"
    return tile.obstacle(s, seat)


def use(s: State, seat: Seat, tile: Tile, log: Log) -> None:
    """From now on the event lies in front of this seat; the others face a new situation, so passes are counted anew
    (PASS-2)."""
    place, before = s.rules.extra_of[NAME], used(s)
    after = (*before[:seat], tile.name, *before[seat + 1 :])
    s.extras = (*s.extras[:place], after, *s.extras[place + 1 :])
    shift_facts(s, seat, ((SPENT, 1), *tile.effects))
    if not tile.quiet:
        s.passes = 0
    if log is not None:
        log.append(QuietEvent(seat, tile.name) if tile.quiet else EventUsed(seat, tile.name))


def current_pile(s: State) -> int:
    """The pile of the phase being played."""
    return s.rules.piles.index(s.phase)


def deal(s: State, number: int, log: Log) -> tuple[Row, ...]:
    """Cards of the current pile, told as they are laid out; the last one triggers the end (EVT-7, END-4)."""
    pile = current_pile(s)
    cards = lay_out(s, pile, number)
    if log is not None:
        log.append(Dealt(s.phase, tuple(s.rules.ids[row] for row in cards), s.left[pile]))
    if not s.left[pile]:
        trigger_end(s, pile, log)
    return cards
