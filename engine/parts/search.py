"""Searching the discard pile and cards that a use turns face down: the Debtors' Prison.

A part whose card may search brings `SEARCH` and calls `search`. The pile lies open, so card and fate are one answer; of
equal cards the topmost is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from engine.acquire import add_offers
from engine.cards import Card
from engine.core import MoreMoves, Move, Rules, Source, State, Step
from engine.entries import Entry, Log
from engine.errors import Reason, Sentence
from engine.options import Options
from engine.part import Mark, Part
from engine.player import Player, Row, Seat, agenda_item, entry
from engine.scoring import pays, without_points
from engine.state import turn_over
from engine.steps import Decision

FACE_DOWN = "face down"


class FaceDown(Part):
    """What lies face down is turned up at the start of every round (SEQ-3)."""

    name = "face-down"
    counts_by_facts = True

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return (TurnUp(rules, rules.phases[0].name), *steps) if rules.slot(FACE_DOWN) else steps


FACES = FaceDown()


def face_down(bare: Mark, fact: str) -> Mark:
    """The card face down: it gives no points and has not the use that this fact tells of; all else stays (COST-3)."""
    left = tuple(effect for effect in without_points(bare.effects) if effect[0] != fact)
    return Mark((FACE_DOWN,), (*left, (FACE_DOWN, 1)))


def down_rows(rules: Rules, fact: str) -> Mapping[Row, Row]:
    """The rows that put this fact in while face up, each with its face-down row."""
    slot = rules.slot(fact)
    return {
        row: rules.with_mark(row, FACE_DOWN)
        for row in range(rules.size)
        if any(put == slot for put, _ in rules.effects[row]) and rules.has_mark(row, FACE_DOWN)
    }


def turn_down(s: State, seat: Seat, down: Mapping[Row, Row]) -> None:
    """Turn one of these cards of a display face down: of several the one that gives up least points, so one that gives
    none anyhow (BANQ-MONEY-3) before one that does; of equals the oldest."""
    player = s.players[seat]
    places = [place for place, row in enumerate(player.display) if row in down]
    place = min(places, key=lambda place: pays(s.rules, player.facts, player.display[place])[1])
    turn_over(s, seat, place, down[player.display[place]])


class TurnUp(Step):
    """The start of a round."""

    def __init__(self, rules: Rules, phase: str) -> None:
        self.phase = phase
        self.slot = rules.slots[FACE_DOWN]
        self.up = {
            row: rules.without_mark(row, FACE_DOWN) for row in range(rules.size) if FACE_DOWN in rules.marked[row]
        }

    def run(self, s: State, log: Log) -> None:
        for seat, player in enumerate(s.players):
            if player.facts[self.slot]:
                for place, row in enumerate(player.display):
                    if row in self.up:
                        turn_over(s, seat, place, self.up[row])


def _from_discard(s: State, seat: Seat, row: Row) -> None:
    pile = s.discard
    place = len(pile) - 1 - pile[::-1].index(row)
    s.discard = pile[:place] + pile[place + 1 :]


def _discard(s: State, seat: Seat) -> tuple[Row, ...]:
    return s.discard


DISCARD = Source("discard", "buy", "take", " discard", 0, _from_discard, _discard, Sentence("on the discard pile"))


@entry
class PutBack(Entry):
    """A card of the discard pile was put back on top of it."""

    kind: ClassVar[str] = "put-back"
    seat: Seat
    card: str


class Search(Part):
    """The moves that answer a search: those of the discard pile as a place that cards are acquired from, and `put-back
    CARD`."""

    name = "search"
    counts_by_facts = True

    def sources(self) -> Sequence[Source]:
        return (DISCARD,)

    def moves(self, rules: Rules) -> Iterable[Move]:
        for row in rules.printed_rows:
            yield Return(rules, row)


SEARCH = Search()


def search(s: State, seat: Seat) -> None:
    """Ask this seat for a card of the discard pile, which must not be empty, and what becomes of it."""
    s.agenda += (AskSearch((seat,)),)


class Return(Move):
    """Put a card of the discard pile back on top; always possible."""

    __slots__ = ("row",)

    def __init__(self, rules: Rules, row: Row) -> None:
        name = rules.ids[row]
        super().__init__(rules, f"put-back {name}", "put-back", name, DISCARD.name)
        self.row = row

    def act(self, s: State, seat: Seat, log: Log) -> None:
        _from_discard(s, seat, self.row)
        s.discard += (self.row,)
        if log is not None:
            log.append(PutBack(seat, s.rules.ids[self.row]))


@agenda_item
class AskSearch(Decision):
    """Any card of the discard pile, to be bought at its price, taken, or put back (DEC-7, DEC-8). There is no reduction
    of the lower row (M2-DEBT-3, BANQ-BLACK-2). The clock puts the top card back, which changes nothing."""

    kind = "search"
    seats: tuple[Seat, ...]

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        rules, player = s.rules, s.players[seat]
        rows = tuple(dict.fromkeys(reversed(s.discard)))
        out: list[Move] = []
        room = player.facts[rules.hand_limit] - len(player.hand)
        add_offers(player, rules.offers[DISCARD.name], rows, room, out)
        out += [rules.moves[f"put-back {rules.ids[row]}"] for row in rows]
        return tuple(out)

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        move.act(s, seat, log)

    def default(self, s: State, seat: Seat) -> Move:
        return s.rules.moves[f"put-back {s.rules.ids[s.discard[-1]]}"]

    def spread(self, s: State) -> tuple[str, tuple[Row, ...]]:
        return DISCARD.name, tuple(dict.fromkeys(reversed(s.discard)))

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        if move.source == DISCARD.name:
            return None
        return (
            "search-first",
            Sentence("First choose a card from the discard pile, then buy it, take it or put it back."),
            "M2-DEBT-3",
        )


FACT = "search"


@entry
class Searched(Entry):
    """A Debtors' Prison was turned face down; its owner now chooses a card of the discard pile."""

    kind: ClassVar[str] = "searched"
    wakes_others: ClassVar[bool] = True
    seat: Seat


class Prison(Part):
    """A use turns the card face down until the next round (M2-DEBT-4)."""

    name = "prison"
    counts_by_facts = True

    def brings(self, options: Options) -> Sequence[Part]:
        return FACES, SEARCH

    def marks(self, card: Card, others: Sequence[Mark]) -> Iterable[Mark]:
        if any(fact == FACT for fact, _ in card.effects):
            yield face_down(others[0], FACT)

    def moves(self, rules: Rules) -> Iterable[Move]:
        yield UsePrison(rules)

    def turn_moves(self, rules: Rules, phase: str) -> MoreMoves | None:
        if phase != "building" or not rules.slot(FACT):
            return None
        slot, use = rules.slots[FACT], rules.moves["search"]

        def add(s: State, player: Player, out: list[Move]) -> None:
            if player.facts[slot] > 0 and s.discard:
                out.append(use)

        return add


PRISON = Prison()


class UsePrison(Move):
    """Turn the card face down, then search; it takes the place of the action (M2-DEBT-2, TURN-7)."""

    __slots__ = ("down",)

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, "search", "search")
        self.down = down_rows(rules, FACT)

    def act(self, s: State, seat: Seat, log: Log) -> None:
        turn_down(s, seat, self.down)
        if log is not None:
            log.append(Searched(seat))
        search(s, seat)

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        if not s.players[seat].facts[s.rules.slot(FACT)]:
            return "no-search", Sentence("You have no face-up Debtors' Prison."), "M2-DEBT-2"
        if s.phase != "building":
            return "not-now", Sentence("You can use a Debtors' Prison only in the Building phase."), "M2-DEBT-2"
        return "discard-empty", Sentence("The discard pile is empty."), "M2-DEBT-2"
