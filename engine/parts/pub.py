"""The Pub: right after the Building scoring its owner may buy points (CARD-PUB)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from engine.entries import Log, PubAnswered
from engine.moves import Move
from engine.part import Part
from engine.round import Payday
from engine.state import Seat, State
from engine.steps import Decision, Item, Question, Step

if TYPE_CHECKING:
    from engine.rulebook import Rulebook

FACT: Final = "points for sale"
PRICE: Final = 2
"""Rubles for one point (CARD-PUB-1)."""


class Pub(Part):
    """Owners decide one after the other from the holder of the Building token (CARD-PUB-3)."""

    name = "pub"

    def moves(self, rules: Rulebook) -> Iterable[Move]:
        for number in range(rules.most(FACT) + 1):
            yield BuyPoints(rules, number)

    def program(self, rules: Rulebook, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        if not rules.slot(FACT):
            return steps
        place = next(p for p, step in enumerate(steps) if isinstance(step, Payday) and step.phase == "building")
        return (*steps[: place + 1], Pubs(rules, "building"), *steps[place + 1 :])


class BuyPoints(Move):
    """Buy this many points at 2 rubles each; none is an answer too."""

    __slots__ = ("number",)

    def __init__(self, rules: Rulebook, number: int) -> None:
        super().__init__(rules.options, f"pub {number}", "pub")
        self.number = number

    def act(self, s: State, seat: Seat, log: Log) -> None:
        if log is not None:
            log.append(PubAnswered(seat, self.number, PRICE * self.number))
        if self.number:
            s.own(seat).rubles -= PRICE * self.number
            s.rules.gain(s, seat, self.number, log)


class Pubs(Step):
    """After the income of the Building scoring, which may be spent (CARD-PUB-2)."""

    least_rubles = PRICE

    def __init__(self, rules: Rulebook, phase: str) -> None:
        self.phase = phase
        self.slot = rules.slots[FACT]
        numbers = range(rules.most(FACT) + 1)
        answers = tuple(rules.moves[f"pub {number}"] for number in numbers)
        self.questions = tuple(PubQuestion(seat, self.slot, answers) for seat in range(rules.options.players))

    def run(self, s: State, log: Log) -> None:
        if any(player.facts[self.slot] for player in s.players):
            s.agenda = self.from_seat(s, s.tokens[s.rules.token_of[self.phase]])

    def from_seat(self, s: State, first: Seat) -> tuple[Item, ...]:
        """What is still to ask when `first` is the next, the last on the stack."""
        start, players = s.tokens[s.rules.token_of[self.phase]], len(s.players)
        order = [(start + turn) % players for turn in range(players)]
        waiting = order[order.index(first) :]
        return tuple(self.questions[seat].offer for seat in reversed(waiting) if s.players[seat].facts[self.slot])


class PubQuestion(Decision):
    """How many points a seat buys, up to 5 for each Pub and what the money allows (CARD-PUB-1)."""

    __slots__ = ("answers", "offer", "seats", "slot")
    kind = "pub"

    def __init__(self, seat: Seat, slot: int, answers: tuple[Move, ...]) -> None:
        self.seats = (seat,)
        self.slot = slot
        self.answers = answers
        self.offer = PubOffer(self, seat)

    def maximum(self, s: State, seat: Seat) -> int:
        """The most points this seat can buy now."""
        player = s.players[seat]
        return s.rules.creditable(s, seat, min(player.facts[self.slot], player.rubles // PRICE))

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        return self.answers[: self.maximum(s, seat) + 1]

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        move.act(s, seat, log)

    def question(self, s: State, reader: Seat | None) -> Question:
        (seat,) = self.seats
        known = reader == seat or s.rules.options.open_hands
        return Question(self.kind, self.seats, maximum=self.maximum(s, seat) if known else None)

    def why_not(self, s: State, seat: Seat, move: Move) -> tuple[str, str, str] | None:
        most = self.maximum(s, seat)
        return "pub-first", f"First answer for the Pub: pub 0 to pub {most}.", "CARD-PUB-1"


class PubOffer(Item):
    """Asks the owner if he can buy a point at all (DEC-18)."""

    __slots__ = ("ask", "seat")

    def __init__(self, ask: PubQuestion, seat: Seat) -> None:
        self.ask = ask
        self.seat = seat

    def run(self, s: State, log: Log) -> None:
        if self.ask.maximum(s, self.seat):
            s.agenda += (self.ask,)
