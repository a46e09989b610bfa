"""What all events share: who has used which, when one can be used, what a use does. And the Twin (EVT-TWIN), which lays a
second card onto place 1 of the upper row.

The player acquires both cards one after the other. A step is legal only if the other card can still be acquired after it;
if no step is, both go to the discard pile. A bonus of hurdles on the way is foreseen at its best; if its owner chooses
otherwise, what can no longer be acquired goes to the discard pile.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final

from engine.acquire import UPPER, add_offers, shift_facts
from engine.cards import CardId, Effect
from engine.core import Item, Move, Rules, Source, State
from engine.entries import Change, Dealt, Discarded, Entry, Log
from engine.errors import Reason, Sentence
from engine.immutable import agenda_item, entry
from engine.places import vacate
from engine.player import Player, Row, Seat
from engine.round import lay_out, trigger_end
from engine.steps import Decision, Question


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
        yield Use(rules, self)

    def obstacle(self, s: State, seat: Seat) -> Reason | None:
        """Code, sentence and rule if it cannot be carried out now (EVT-5)."""
        return None

    def offer(self, s: State, player: Player, out: list[Move]) -> None:
        """Append every way to use it now; nothing is in its way."""
        out.append(s.rules.moves[f"event {self.name}"])

    def carry_out(self, s: State, seat: Seat, log: Log) -> None:
        """What it does at once, having been used."""


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
        self.tile.carry_out(s, seat, log)

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        return unusable(s, seat, self.tile)


def used(s: State) -> Used:
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
    before = used(s)
    s.remember(NAME, (*before[:seat], tile.name, *before[seat + 1 :]))
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


PLACE = 1


class Twin(Tile):
    """Place 1 must be occupied and the current pile must have a card (EVT-TWIN-1)."""

    name = "twin"

    def sources(self) -> Sequence[Source]:
        return (TWIN,)

    def obstacle(self, s: State, seat: Seat) -> Reason | None:
        if not any(s.upper[:PLACE]):
            return "event-place", Sentence("Place 1 of the upper row is empty."), "EVT-TWIN-1"
        if not s.left[current_pile(s)]:
            return "event-pile", Sentence("The pile of this phase is empty."), "EVT-TWIN-1"
        return None

    def carry_out(self, s: State, seat: Seat, log: Log) -> None:
        (new,) = deal(s, 1, log)
        s.agenda += (Settle(seat, new),)


def twin(s: State) -> Row:
    """The second card on place 1; 0 if there is none."""
    return next((item.new for item in s.agenda if isinstance(item, (Settle, AskTwin))), 0)


TWIN = Source(
    "twin",
    "buy",
    "take",
    " twin",
    0,
    lambda *_: None,
    lambda s, seat: tuple(filter(None, (twin(s),))),
    Sentence("on place 1 as the second card"),
)
"""The second card on place 1, which lies with the question and leaves with it; the first one is bought and taken from the upper
row as ever. No reduction of the lower row (EVT-TWIN-5)."""


@agenda_item
class Settle(Item):
    """Ask what becomes of the cards on place 1, or discard them if they cannot be acquired: the original first, the new
    card on top (EVT-TWIN-3)."""

    seat: Seat
    new: Row

    def run(self, s: State, log: Log) -> None:
        if ways(s, self.seat, self.new):
            s.agenda += (AskTwin((self.seat,), self.new),)
            return
        for row in on_place(s, self.new):
            s.discard += (row,)
            if log is not None:
                log.append(Discarded(self.seat, s.rules.ids[row]))
        vacate(s, UPPER.name, PLACE)

    def lying(self) -> tuple[Row, ...]:
        return (self.new,) if self.new else ()


@agenda_item
class AskTwin(Decision):
    """Buy or take one of the cards on place 1, so that the other can be acquired too (DEC-16). Nobody may decline
    (EVT-TWIN-4); the clock plays the first way."""

    kind = "twin"
    seats: tuple[Seat, ...]
    new: Row

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        return ways(s, seat, self.new)

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        if move.source == TWIN.name:
            new, more = 0, bool(s.upper[PLACE - 1])
        else:
            new, more = self.new, bool(self.new)
        if more:
            s.agenda += (Settle(seat, new),)
        move.act(s, seat, log)

    def question(self, s: State, reader: Seat | None) -> Question:
        return Question(self.kind, self.seats, card=s.rules.ids[on_place(s, self.new)[-1]])

    def spread(self, s: State) -> tuple[str, tuple[Row, ...]]:
        return TWIN.name, self.lying()

    def lying(self) -> tuple[Row, ...]:
        return (self.new,) if self.new else ()

    def least_rubles(self, s: State, seat: Seat) -> int:
        """Enough for some way, else nobody would be asked."""
        other, rubles = s.fork(), 0
        other.own(seat).rubles = 0
        while not ways(other, seat, self.new):
            rubles += 1
            other.own(seat).rubles = rubles
        return rubles

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason:
        return "twin-first", Sentence("First buy or take the cards on place 1 so that you get both."), "EVT-TWIN-4"


def on_place(s: State, new: Row) -> tuple[Row, ...]:
    """What lies on place 1: the original, unless it is gone, and the new card, unless it is 0."""
    return tuple(row for row in (s.upper[PLACE - 1], new) if row)


def ways(s: State, seat: Seat, new: Row) -> tuple[Move, ...]:
    """The steps after which everything on place 1 will have been acquired or can be (EVT-TWIN-2). Of equal cards the
    original goes first: the order makes no difference."""
    cards = on_place(s, new)
    if len(cards) < 2:
        return acquiring(s, seat, TWIN.name if new else UPPER.name, cards)
    first, second = cards
    found = [move for move in acquiring(s, seat, UPPER.name, (first,)) if leads_on(s, seat, move, TWIN.name, second)]
    if first != second:
        found += [
            move for move in acquiring(s, seat, TWIN.name, (second,)) if leads_on(s, seat, move, UPPER.name, first)
        ]
    return tuple(found)


def acquiring(s: State, seat: Seat, source: str, rows: tuple[Row, ...]) -> tuple[Move, ...]:
    """Every way to buy or take cards of a source."""
    player = s.players[seat]
    out: list[Move] = []
    add_offers(player, s.rules.offers[source], rows, player.facts[s.rules.hand_limit] - len(player.hand), out)
    return tuple(out)


def leads_on(s: State, seat: Seat, move: Move, source: str, other: Row) -> bool:
    """Can the other card be acquired after this step and what it sets off, however that is answered at best?"""
    after = s.fork()
    after.agenda = ()
    move.act(after, seat, None)
    return any(acquiring(end, seat, source, (other,)) for end in outcomes(after))


def outcomes(s: State) -> Iterator[State]:
    """What a step leads to, by every way to answer the questions it sets off."""
    while s.agenda:
        item = s.agenda[-1]
        s.agenda = s.agenda[:-1]
        if item.asks:
            for seat in item.seats:
                for answer in item.moves(s, seat):
                    after = s.fork()
                    item.resolve(after, seat, answer, None)
                    yield from outcomes(after)
            return
        item.run(s, None)
    yield s
