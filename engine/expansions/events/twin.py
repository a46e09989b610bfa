"""The Twin: a second card comes onto place 1 of the upper row, and both must be acquired (EVT-TWIN).

The player acquires them one after the other. A step is legal only if the other card can still be acquired after it; if
no step is, both go to the discard pile. Until then the second card lies with the question. A step may pay a bonus of
hurdles, which is foreseen at its best; should its owner choose otherwise, what is left then goes to the discard pile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.acquire import UPPER, add_offers
from engine.core import Item, Move, Rules, Source, State
from engine.entries import Discarded, Log
from engine.errors import Reason, Sentence
from engine.expansions.events.tile import Tile, Use, current_pile, deal
from engine.places import vacate
from engine.player import Row, Seat, agenda_item
from engine.steps import Decision, Question

PLACE = 1


class Twin(Tile):
    """Place 1 must be occupied and the current pile must have a card (EVT-TWIN-1)."""

    name = "twin"

    def sources(self) -> Sequence[Source]:
        return (TWIN,)

    def moves(self, rules: Rules) -> Iterable[Move]:
        yield UseTwin(rules, self)

    def obstacle(self, s: State, seat: Seat) -> Reason | None:
        if not any(s.upper[:PLACE]):
            return "event-place", Sentence("Place 1 of the upper row is empty."), "EVT-TWIN-1"
        if not s.left[current_pile(s)]:
            return "event-pile", Sentence("The pile of this phase is empty."), "EVT-TWIN-1"
        return None


class UseTwin(Use):
    """`event twin`"""

    __slots__ = ()

    def carry_out(self, s: State, seat: Seat, log: Log) -> None:
        (new,) = deal(s, 1, log)
        s.agenda += (Settle(seat, new),)


def _removed(s: State, seat: Seat, row: Row) -> None:
    """The second card lies with the question, which has left the agenda."""


def twin(s: State) -> Row:
    """The second card on place 1; 0 if there is none."""
    return next((item.new for item in s.agenda if isinstance(item, (Settle, AskTwin))), 0)


def _twin(s: State, seat: Seat) -> tuple[Row, ...]:
    new = twin(s)
    return (new,) if new else ()


TWIN = Source("twin", "buy", "take", " twin", 0, _removed, _twin, Sentence("on place 1 as the second card"))
"""The second card on place 1; the first one is bought and taken from the upper row as ever. No reduction of the lower row
(EVT-TWIN-5)."""


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
        rubles = 0
        while not with_rubles(s, seat, self.new, rubles):
            rubles += 1
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


def with_rubles(s: State, seat: Seat, new: Row, rubles: int) -> tuple[Move, ...]:
    """The steps if the seat had so much money."""
    other = s.fork()
    other.own(seat).rubles = rubles
    return ways(other, seat, new)


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
