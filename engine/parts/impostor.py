"""The Impostor: in every Noble scoring its owner pays a ruble or puts it on the discard pile (IMPO).

The ruble is the card's own negative income, so what is paid is settled with the income of the other Nobles (IMPO-2).
What is discarded leaves right before; marks for discarding are presets of the site, and unmarked means pay (IMPO-3).
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from engine.acquire import discard_from_display
from engine.cards import of_rules
from engine.core import Item, Move, Rules, State, Step
from engine.entries import Entry, Log
from engine.errors import Reason, Sentence
from engine.immutable import agenda_item, entry
from engine.part import Preset, RulesPart
from engine.player import Row, Seat, income
from engine.round import around_scoring, in_turn_order
from engine.steps import Decision, Question
from engine.turns import Actions

FACT: Final = "impostor"
GROUP: Final = "red"
PHASE: Final = "noble"


@entry
class Dismissed(Entry):
    """An Impostor went to the discard pile, by its owner's wish or because they could not pay (IMPO-4)."""

    kind: ClassVar[str] = "dismissed"
    seat: Seat
    card: str
    wished: bool


class Impostors(RulesPart):
    """Owners decide from the holder of the Noble token, each Impostor for itself (DEC-21)."""

    name = "impostor"
    counts_by_facts = True

    def moves(self, rules: Rules) -> Iterable[Move]:
        for row in rules.printed_rows:
            if row in _impostors(rules):
                for verb in ("pay", "dismiss"):
                    yield Move(rules, f"{verb} {rules.ids[row]}", verb, rules.ids[row])

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        if not rules.slot(FACT):
            return steps
        return around_scoring(steps, PHASE, before=(Reckoning(rules, PHASE),))

    def presets(self, s: State, seat: Seat) -> Iterable[Preset]:
        if isinstance(s.current, Actions) and s.phase == PHASE:
            for number, place in enumerate(_places(s, seat)):
                card = s.rules.ids[s.players[seat].display[place]]
                yield Preset(_preset(s, number), ("pay", "dismiss"), "pay", card, lasts=False)


IMPOSTORS = Impostors()


@of_rules
def _impostors(rules: Rules) -> frozenset[Row]:
    return rules.rows_with(FACT)


def _places(s: State, seat: Seat) -> list[int]:
    impostors = _impostors(s.rules)
    return [place for place, row in enumerate(s.players[seat].display) if row in impostors]


def _preset(s: State, number: int) -> str:
    """A mark is for one Noble phase, so its name tells the round; Impostors are numbered as they lie, from 1."""
    return f"impostor-{s.round}-{number + 1}"


def lacking(s: State, seat: Seat) -> int:
    """How many Impostors must go because the money and the net income would fall below 0 (IMPO-4)."""
    player = s.players[seat]
    net, _ = income(s.rules.incomes[GROUP], player.facts)
    return max(0, -player.rubles - net)


class Reckoning(Step):
    """The start of the Noble scoring, before the income (SCORE-8, IMPO-3)."""

    least_rubles = 2  # who is asked can pay, be it from the income; with so much a guess never owes anything

    def __init__(self, rules: Rules, phase: str) -> None:
        self.phase = phase
        self.slot = rules.slots[FACT]

    def run(self, s: State, log: Log) -> None:
        order = reversed(in_turn_order(s, self.phase))
        s.agenda += tuple(Settle(seat, 0, 0) for seat in order if s.players[seat].facts[self.slot])


@agenda_item
class Settle(Item):
    """The Impostors of one seat, when `kept` of them stay and `gone` have left. It asks while there is a choice; where
    all that are left must go, they go (IMPO-4)."""

    seat: Seat
    kept: int
    gone: int

    def run(self, s: State, log: Log) -> None:
        left = _places(s, self.seat)[self.kept :]
        must = lacking(s, self.seat)
        if not left:
            return
        if must >= len(left):
            _dismiss(s, self.seat, left[0], log, wished=False)
            s.agenda += (Settle(self.seat, self.kept, self.gone + 1),)
        else:
            s.agenda += (AskImpostor((self.seat,), self.kept, self.gone),)


def _dismiss(s: State, seat: Seat, place: int, log: Log, *, wished: bool) -> None:
    row = s.players[seat].display[place]
    discard_from_display(s, seat, row)
    if log is not None:
        log.append(Dismissed(seat, s.rules.ids[row], wished))


@agenda_item
class AskImpostor(Decision):
    """Pay a ruble for this Impostor, or discard it (IMPO-1). The clock pays."""

    kind = "impostor"
    seats: tuple[Seat, ...]
    kept: int
    gone: int

    def card(self, s: State) -> str:
        (seat,) = self.seats
        card: str = s.rules.ids[s.players[seat].display[_places(s, seat)[self.kept]]]
        return card

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        card = self.card(s)
        return s.rules.moves[f"pay {card}"], s.rules.moves[f"dismiss {card}"]

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        if move.kind == "pay":
            s.agenda += (Settle(seat, self.kept + 1, self.gone),)
        else:
            _dismiss(s, seat, _places(s, seat)[self.kept], log, wished=True)
            s.agenda += (Settle(seat, self.kept, self.gone + 1),)

    def by_preset(self, s: State, seat: Seat, presets: Mapping[str, str]) -> Move:
        """The mark of this Impostor: nobody has to be waited for (IMPO-3)."""
        pay, dismiss = self.moves(s, seat)
        return dismiss if presets.get(_preset(s, self.kept + self.gone)) == "dismiss" else pay

    def question(self, s: State, reader: Seat | None) -> Question:
        return Question(self.kind, self.seats, card=self.card(s))

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        card = self.card(s)
        pay, dismiss = f"pay {card}", f"dismiss {card}"
        sentence = Sentence("First decide on the Impostor: {pay} or {dismiss}.", pay=pay, dismiss=dismiss)
        return "impostor-first", sentence, "IMPO-1"
