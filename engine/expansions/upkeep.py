"""Upkeep of orange cards in the Market scoring: pay the higher number of the value tile, or give the card up (MKT-20).

Owners decide one after the other from the holder of the phase's token, each card for itself, in the order in which the
cards entered the display (MKT-21); a card that cannot be paid is given up without a question (MKT-22).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from engine.cards import of_rules
from engine.core import Item, Move, Rules, State, Step
from engine.entries import Change, Entry, Log
from engine.errors import Reason, Sentence
from engine.player import Row, Seat, agenda_item, entry
from engine.state import leave
from engine.steps import Decision, Question

FACT = "upkeep"
Price = Callable[[State], int]


@entry
class UpkeepPaid(Entry):
    """An orange card was paid for and stays."""

    kind: ClassVar[str] = "upkeep-paid"
    seat: Seat
    card: str
    rubles: int

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, -self.rubles, 0),)

    def paid(self) -> int:
        return self.rubles


@entry
class GivenUp(Entry):
    """An orange card left the display for the discard pile; its marker goes back (MKT-22)."""

    kind: ClassVar[str] = "given-up"
    seat: Seat
    card: str


class Decide(Move):
    """`keep CARD` or `give-up CARD`."""

    __slots__ = ("row",)

    def __init__(self, rules: Rules, row: Row, verb: str) -> None:
        super().__init__(rules, f"{verb} {rules.words[row]}", verb, rules.ids[row])
        self.row = row


@of_rules
def _orange_rows(rules: Rules) -> frozenset[Row]:
    return rules.rows_with(FACT)


def _orange(s: State, seat: Seat) -> list[Row]:
    orange = _orange_rows(s.rules)
    return [row for row in s.players[seat].display if row in orange]


class Upkeeps(Step):
    """After the rubles of the yellow cards, before the square is scored (SCORE-9)."""

    def __init__(self, rules: Rules, phase: str, price: Price) -> None:
        self.phase = phase
        self.slot = rules.slots[FACT]
        self.price = price

    def run(self, s: State, log: Log) -> None:
        if any(player.facts[self.slot] for player in s.players):
            s.agenda = self.from_seat(s, s.tokens[s.rules.token_of[self.phase]])

    def from_seat(self, s: State, first: Seat) -> tuple[Item, ...]:
        """What is still to settle when `first` is the next, the last on the stack."""
        start, players = s.tokens[s.rules.token_of[self.phase]], len(s.players)
        order = [(start + turn) % players for turn in range(players)]
        waiting = order[order.index(first) :]
        return tuple(Settle(seat, 0, self.price) for seat in reversed(waiting) if s.players[seat].facts[self.slot])


@agenda_item
class Settle(Item):
    """The orange cards of one seat, from the `kept`-th on."""

    seat: Seat
    kept: int
    price: Price

    def run(self, s: State, log: Log) -> None:
        cards = _orange(s, self.seat)
        if self.kept >= len(cards):
            return
        row = cards[self.kept]
        if s.players[self.seat].rubles < self.price(s):
            _give_up(s, self.seat, row, log)
            s.agenda += (self,)
        else:
            s.agenda += (AskUpkeep((self.seat,), row, self.kept, self.price),)


def _give_up(s: State, seat: Seat, row: Row, log: Log) -> None:
    leave(s, seat, row)
    s.discard += (s.rules.printed[row],)
    for hook in s.rules.left_display:
        hook(s, seat, row)
    if log is not None:
        log.append(GivenUp(seat, s.rules.ids[row]))


@agenda_item
class AskUpkeep(Decision):
    """Keep this orange card for the price, or give it up (DEC-22). The clock pays: `keep` stands first."""

    kind = "upkeep"
    seats: tuple[Seat, ...]
    row: Row
    kept: int
    price: Price

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        words = s.rules.words[self.row]
        return s.rules.moves[f"keep {words}"], s.rules.moves[f"give-up {words}"]

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        if move.kind == "keep":
            rubles = self.price(s)
            s.own(seat).rubles -= rubles
            if log is not None:
                log.append(UpkeepPaid(seat, s.rules.ids[self.row], rubles))
            s.agenda += (Settle(seat, self.kept + 1, self.price),)
        else:
            _give_up(s, seat, self.row, log)
            s.agenda += (Settle(seat, self.kept, self.price),)

    def question(self, s: State, reader: Seat | None) -> Question:
        return Question(self.kind, self.seats, card=s.rules.ids[self.row], maximum=self.price(s))

    def least_rubles(self, s: State, seat: Seat) -> int:
        """Who cannot pay is not asked (MKT-22)."""
        return self.price(s)

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        words = s.rules.words[self.row]
        keep, give_up = f"keep {words}", f"give-up {words}"
        sentence = Sentence("First decide on the upkeep: {keep} or {give_up}.", keep=keep, give_up=give_up)
        return "upkeep-first", sentence, "MKT-20"
