"""The Trading Guild: an amount that its owner splits between rubles and points (GUILD).

The split lies on the card as a mark, rubles before points; the bare card pays points only, so that is how it begins. The
last choice holds until there is another (GUILD-2).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from engine.acquire import turn_over
from engine.cards import Card, of_rules
from engine.core import Item, Move, Rules, State, Step
from engine.entries import Entry, Log
from engine.errors import Reason, Sentence
from engine.immutable import agenda_item, entry
from engine.part import CardMark, Preset, RulesPart
from engine.player import Row, Seat
from engine.round import around_scoring, in_turn_order
from engine.scoring import is_split, split
from engine.steps import Decision, Question
from engine.turns import Actions

GROUP: Final = "blue"
PHASE: Final = "building"
PRESET: Final = "trading-guild"


@entry
class SplitChosen(Entry):
    """How a Trading Guild pays in the scoring that follows."""

    kind: ClassVar[str] = "guild"
    seat: Seat
    card: str
    rubles: int
    points: int


def splits(amount: int) -> tuple[str, ...]:
    """All splits as rubles/points, the points first: 0/4, 1/3, 2/2, 3/1, 4/0 (GUILD-1)."""
    return tuple(f"{rubles}/{amount - rubles}" for rubles in range(amount + 1))


class Guild(RulesPart):
    """Before every Building scoring each owner is asked for a split; as a rule the site answers (GUILD-2)."""

    name = "guild"
    counts_by_facts = True

    def marks(self, card: Card, others: Sequence[CardMark]) -> Iterable[CardMark]:
        bare = others[0]
        amount = dict(bare.effects).get(f"or rubles {GROUP}", 0)
        own = split(GROUP, 0, amount)
        rest = tuple(effect for effect in bare.effects if effect not in own)
        for rubles, name in enumerate(splits(amount)):
            if rubles:
                yield CardMark((name,), rest + split(GROUP, rubles, amount - rubles), replaceable=bare.replaceable)

    def moves(self, rules: Rules) -> Iterable[Move]:
        for name in splits(_amount(rules)) if _amount(rules) else ():
            yield Split(rules, name)

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        if not _amount(rules):
            return steps
        return around_scoring(steps, PHASE, before=(Splits(PHASE),))

    def presets(self, s: State, seat: Seat) -> Iterable[Preset]:
        if isinstance(s.current, Actions) and s.phase == PHASE:
            for place in _places(s, seat):
                row = s.players[seat].display[place]
                yield Preset(PRESET, splits(_amount(s.rules)), chosen(s.rules, row), s.rules.ids[row])


GUILD = Guild()


@of_rules
def _amount(rules: Rules) -> int:
    """What one card splits; 0 if no card of this game does."""
    slot = rules.slots.get(f"or rubles {GROUP}")
    return max((amount for effects in rules.effects for put, amount in effects if put == slot), default=0)


@of_rules
def _split(rules: Rules) -> frozenset[Row]:
    """The cards whose owner splits what they pay."""
    return frozenset(row for row in range(1, rules.size) if is_split(rules, row))


def _places(s: State, seat: Seat) -> list[int]:
    """Where in the display such cards lie."""
    display, split = s.players[seat].display, _split(s.rules)
    return [] if split.isdisjoint(display) else [place for place, row in enumerate(display) if row in split]


def chosen(rules: Rules, row: Row) -> str:
    """The split that lies on this card (GUILD-2)."""
    names = splits(_amount(rules))
    return next((name for name in names if name in rules.marked[row]), names[0])


class Split(Move):
    """`guild 3 1`: 3 rubles and 1 point; `guild 3/1` is read too."""

    __slots__ = ("name",)

    def __init__(self, rules: Rules, name: str) -> None:
        super().__init__(rules, f"guild {name.replace('/', ' ')}", "guild")
        self.name = name


class Splits(Step):
    """Right before the income of the Building scoring (SCORE-7), from the holder of its token."""

    def run(self, s: State, log: Log) -> None:
        order = in_turn_order(s, self.phase)
        asked: list[Item] = [AskSplit((seat,), place) for seat in order for place in _places(s, seat)]
        s.agenda += tuple(reversed(asked))


@agenda_item
class AskSplit(Decision):
    """How the card at a place of the display pays this time (DEC-20). The clock keeps the last choice."""

    kind = "guild"
    seats: tuple[Seat, ...]
    place: int

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        return tuple(_move(s.rules, name) for name in splits(_amount(s.rules)))

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        assert isinstance(move, Split)
        rules, row = s.rules, s.players[seat].display[self.place]
        last = chosen(rules, row)
        if last in rules.marked[row]:
            row = rules.without_mark(row, last)
        turn_over(s, seat, self.place, rules.with_mark(row, move.name) if rules.has_mark(row, move.name) else row)
        if log is not None:
            rubles, points = map(int, move.name.split("/"))
            log.append(SplitChosen(seat, rules.ids[row], rubles, points))

    def default(self, s: State, seat: Seat) -> Move:
        return _move(s.rules, chosen(s.rules, s.players[seat].display[self.place]))

    def by_preset(self, s: State, seat: Seat, presets: Mapping[str, str]) -> Move:
        """The choice of the action part, or else the last one: nobody has to be waited for."""
        name = presets.get(PRESET, "")
        return _move(s.rules, name) if name in splits(_amount(s.rules)) else self.default(s, seat)

    def question(self, s: State, reader: Seat | None) -> Question:
        (seat,) = self.seats
        return Question(self.kind, self.seats, card=s.rules.ids[s.players[seat].display[self.place]])

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        return "guild-first", Sentence("First choose how the Trading Guild splits its 4 rubles and points."), "GUILD-1"


def _move(rules: Rules, name: str) -> Move:
    return rules.moves[f"guild {name.replace('/', ' ')}"]
