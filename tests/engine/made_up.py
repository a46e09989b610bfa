"""A made-up tiny set, to prove that sets fit into the engine without a word about them in its core.

The Fair: a Fountain (Building, pays a point for each banner of its owner), a Flag (Building) that asks for a colour
when it is laid out, by whatever way, and then makes cards of that colour cheaper; a toll of one ruble for Fountains
after each Worker scoring, counted by the part; a wish of the holder of the Noble token before each Noble action part; a
Herald who goes with the Hammer and makes green cards cheaper without being a card; and at the end a vote of all at
once, in secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.acquire import shift_facts, turn_over
from engine.cards import Card, Effect
from engine.core import Move, Rules, State, Step
from engine.entries import Log
from engine.errors import OptionsError
from engine.options import Options
from engine.part import CardMark, Functions, Numbers, RulesPart
from engine.player import Row, Seat
from engine.round import FinalRubles, Payday
from engine.steps import Decision
from engine.turns import Actions

COLOURS = ("blue", "red")
FOUNTAIN = Card(
    id="fountain", key="fountain", name_en="Fountain", name_de="Brunnen", pile="building", group="blue", copies=2,
    cost=3, certainty="implementation", value_when_replaced=3, effects=(("points blue per banner", 1), ("tolls", 1)),
)  # fmt: skip
FLAG = Card(
    id="flag", key="flag", name_en="Flag", name_de="Fahne", pile="building", group="blue", copies=3, cost=4,
    certainty="implementation", value_when_replaced=4, points=1, effects=(("banner asks", 1), ("count banner", 1)),
)  # fmt: skip


class Fair(RulesPart):
    """A set with cards, marks, a hook, two questions, a step, a remembered value and moves of its own."""

    name = "fair"

    def accepts(self, options: Options) -> None:
        if options.edition != 2:
            raise OptionsError("fair-edition", "The Fair goes with edition 2 only.", "COMBO-4")

    def cards(self, options: Options) -> Sequence[Card]:
        return FOUNTAIN, FLAG

    def without(self, options: Options) -> Mapping[str, int]:
        return {"pub": 1, "academy": 1}

    def effects(self, card: Card) -> Iterable[Effect]:
        if card.key == "observatory":
            yield "count banner", 1

    def numbers(self, numbers: Numbers, options: Options) -> Numbers:
        return replace(numbers, start_rubles=27, target=9)

    def functions(self, functions: Functions) -> Functions:
        return replace(functions, noble_points=lambda count: functions.noble_points(count) + 10 * max(0, count - 10))

    def marks(self, card: Card, others: Sequence[CardMark]) -> Iterable[CardMark]:
        if card.id == "flag":
            for colour in COLOURS:
                effects = (("named flag", 1), ("count blue", 1), ("points blue", 1), ("count banner", 1))
                cheaper = ((f"cheaper {colour}", 1), (f"cheaper {colour} exchange", 1))
                yield CardMark((f"{colour} banner",), effects + cheaper, replaceable=True, words=f"flag-{colour}")

    def moves(self, rules: Rules) -> Iterable[Move]:
        for colour in COLOURS:
            yield Hoist(rules, colour)
        for number in range(2):
            yield Wish(rules, number)
        for number in range(3):
            yield Vote(rules, number)

    def facts(self) -> Iterable[str]:
        return ("cheaper green",)

    def facts_of(self, s: State, seat: Seat) -> Iterable[tuple[str, str, int]]:
        return (("herald", "cheaper green", 1),) if remembered(s, self).herald == seat else ()

    def entered(self, rules: Rules) -> Callable[[State, Seat, Row, Log], None]:
        def ask(s: State, seat: Seat, row: Row, log: Log) -> None:
            if s.rules.ids[row] == "flag":
                s.agenda += (AskColour((seat,)),)

        return ask

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        found: list[Step] = []
        for step in steps:
            if isinstance(step, Actions) and step.phase == "noble":
                found.append(AskWish("noble"))
            found.append(step)
            if isinstance(step, Payday) and step.phase == "worker":
                found.append(Toll("worker", self))
            if isinstance(step, FinalRubles):
                found.append(Poll(step.phase, self))
        return (MoveHerald("worker", self), *found)

    def initial(self, rules: Rules) -> object:
        return Memory(0, 0, (None,) * rules.options.players)

    def view(self, s: State, value: object, seat: Seat | None) -> object:
        assert isinstance(value, Memory)
        votes = [
            None if vote is None else vote if one == seat or s.over else -1 for one, vote in enumerate(value.votes)
        ]
        return {"tolls": value.tolls, "herald": value.herald, "votes": votes}

    def guess(self, view: object, rng: Random) -> object:
        assert isinstance(view, dict)
        votes = tuple(0 if vote == -1 else vote for vote in view["votes"])
        return Memory(view["tolls"], view["herald"], votes)


@dataclass(frozen=True, slots=True)
class Memory:
    """What the Fair remembers: all tolls, the seat of the Herald, and the votes."""

    tolls: int
    herald: Seat
    votes: tuple[int | None, ...]


def remembered(s: State, part: RulesPart) -> Memory:
    memory = s.extras[s.rules.extra_of[part.name]]
    assert isinstance(memory, Memory)
    return memory


def remember(s: State, part: RulesPart, memory: Memory) -> None:
    place = s.rules.extra_of[part.name]
    s.extras = (*s.extras[:place], memory, *s.extras[place + 1 :])


class Hoist(Move):
    """The colour of a flag that has just been laid out."""

    __slots__ = ("colour",)

    def __init__(self, rules: Rules, colour: str) -> None:
        super().__init__(rules, f"hoist {colour}", "hoist")
        self.colour = colour

    def act(self, s: State, seat: Seat, log: Log) -> None:
        bare = s.rules.row_of["flag"]
        turn_over(s, seat, s.players[seat].display.index(bare), s.rules.with_mark(bare, f"{self.colour} banner"))


class Wish(Move):
    """A wish for no ruble or for one."""

    __slots__ = ("number",)

    def __init__(self, rules: Rules, number: int) -> None:
        super().__init__(rules, f"wish {number}", "wish")
        self.number = number

    def act(self, s: State, seat: Seat, log: Log) -> None:
        s.own(seat).rubles += self.number


@dataclass(frozen=True, slots=True)
class AskColour(Decision):
    """Asked in the middle of a turn, as the kind of a ? symbol will be."""

    kind = "colour"
    seats: tuple[Seat, ...]

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        return tuple(s.rules.moves[f"hoist {colour}"] for colour in COLOURS)

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        move.act(s, seat, log)


@dataclass(frozen=True, slots=True)
class AskWishOf(Decision):
    """Asked by a step, as the Thief's window will be."""

    kind = "wish"
    seats: tuple[Seat, ...]

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        return s.rules.moves["wish 0"], s.rules.moves["wish 1"]

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        move.act(s, seat, log)


class AskWish(Step):
    """The window of the wish."""

    def __init__(self, phase: str) -> None:
        self.phase = phase

    def run(self, s: State, log: Log) -> None:
        s.agenda = (AskWishOf((s.tokens[s.rules.token_of["noble"]],)),)


class Toll(Step):
    """A ruble for each Fountain, and a count of all that was ever paid."""

    def __init__(self, phase: str, part: Fair) -> None:
        self.phase = phase
        self.part = part

    def run(self, s: State, log: Log) -> None:
        slot = s.rules.slot("tolls")
        for seat, player in enumerate(s.players):
            if player.facts[slot]:
                s.own(seat).rubles += player.facts[slot]
                memory = remembered(s, self.part)
                remember(s, self.part, replace(memory, tolls=memory.tolls + player.facts[slot]))


class MoveHerald(Step):
    """At the start of a round the Herald goes to the holder of the Hammer."""

    def __init__(self, phase: str, part: Fair) -> None:
        self.phase = phase
        self.part = part

    def run(self, s: State, log: Log) -> None:
        memory = remembered(s, self.part)
        shift_facts(s, memory.herald, [("cheaper green", -1)])
        remember(s, self.part, replace(memory, herald=s.tokens[0]))
        shift_facts(s, s.tokens[0], [("cheaper green", 1)])


class Vote(Move):
    """A secret vote, worth as many points."""

    __slots__ = ("number",)

    def __init__(self, rules: Rules, number: int) -> None:
        super().__init__(rules, f"vote {number}", "vote")
        self.number = number


class Poll(Step):
    """All are asked at the same time; the votes count when the last is in."""

    def __init__(self, phase: str, part: Fair) -> None:
        self.phase = phase
        self.part = part

    def run(self, s: State, log: Log) -> None:
        s.agenda = (AskVotes(tuple(range(len(s.players))), self.part),)


@dataclass(frozen=True, slots=True)
class AskVotes(Decision):
    """Asked of several seats at once, as orders will be; who has answered is asked no more."""

    kind = "vote"
    seats: tuple[Seat, ...]
    part: Fair

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        return tuple(s.rules.moves[f"vote {number}"] for number in range(3))

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        memory = remembered(s, self.part)
        assert isinstance(move, Vote)
        votes = (*memory.votes[:seat], move.number, *memory.votes[seat + 1 :])
        remember(s, self.part, replace(memory, votes=votes))
        if waiting := tuple(one for one in self.seats if one != seat):
            s.agenda += (AskVotes(waiting, self.part),)
        else:
            for one, vote in enumerate(votes):
                s.rules.gain(s, one, vote or 0, log)


class Claimant(RulesPart):
    """A part that wants words that the Fair has."""

    name = "claimant"

    def moves(self, rules: Rules) -> Iterable[Move]:
        yield Wish(rules, 1)


class Unasked(RulesPart):
    """A part that brings nothing."""

    name = "unasked"
