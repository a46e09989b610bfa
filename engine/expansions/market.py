"""The Market (section 16): a phase and a pile of its own, five markers a player, and cards that need upkeep (MKT-20).

A marker's position is not remembered: it is the sum of the symbols in the display (MKT-6), a fact like any other. A card
with a ? symbol whose kind is chosen is the card with a mark.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import ClassVar, Final, TypedDict

from engine.acquire import discard_from_display, turn_over
from engine.cards import Card, Effect, Phase, card_list, of_rules
from engine.core import Item, Move, Rules, State, Step
from engine.entries import Change, Entry, Log, Scored
from engine.errors import OptionsError, Reason, Sentence
from engine.immutable import agenda_item, entry
from engine.options import Options
from engine.part import CardMark, Numbers, RulesPart
from engine.player import Row, Seat
from engine.round import around_scoring, in_turn_order
from engine.steps import Decision, Question

FACT = "upkeep"


@entry
class UpkeepPaid(Entry):
    """An orange card was paid for and stays."""

    kind: ClassVar[str] = "upkeep-paid"
    is_payment: ClassVar[bool] = True
    seat: Seat
    card: str
    rubles: int

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, -self.rubles, 0),)


@entry
class GivenUp(Entry):
    """An orange card left the display for the discard pile; its marker goes back (MKT-22)."""

    kind: ClassVar[str] = "given-up"
    seat: Seat
    card: str


@of_rules
def _orange_rows(rules: Rules) -> frozenset[Row]:
    return rules.rows_with(FACT)


class Upkeeps(Step):
    """After the rubles of the yellow cards, before the square is scored (SCORE-9)."""

    def __init__(self, rules: Rules, phase: str) -> None:
        self.phase = phase
        self.slot = rules.slots[FACT]

    def run(self, s: State, log: Log) -> None:
        order = reversed(in_turn_order(s, self.phase))
        s.agenda += tuple(Settle(seat, 0) for seat in order if s.players[seat].facts[self.slot])


def price(s: State) -> int:
    """The upkeep of one card: the points of a first place in this round (MKT-20)."""
    return value_tile(s.round)[0]


@agenda_item
class Settle(Item):
    """The orange cards of one seat, from the `kept`-th on."""

    seat: Seat
    kept: int

    def run(self, s: State, log: Log) -> None:
        orange = _orange_rows(s.rules)
        cards = [row for row in s.players[self.seat].display if row in orange]
        if self.kept >= len(cards):
            return
        row = cards[self.kept]
        if s.players[self.seat].rubles < price(s):
            _give_up(s, self.seat, row, log)
            s.agenda += (self,)
        else:
            s.agenda += (AskUpkeep((self.seat,), row, self.kept),)


def _give_up(s: State, seat: Seat, row: Row, log: Log) -> None:
    discard_from_display(s, seat, row)
    if log is not None:
        log.append(GivenUp(seat, s.rules.ids[row]))


@agenda_item
class AskUpkeep(Decision):
    """Keep this orange card for the price, or give it up (DEC-22). The clock pays: `keep` stands first."""

    kind = "upkeep"
    seats: tuple[Seat, ...]
    row: Row
    kept: int

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        words = s.rules.words[self.row]
        return s.rules.moves[f"keep {words}"], s.rules.moves[f"give-up {words}"]

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        if move.kind == "keep":
            rubles = price(s)
            s.own(seat).rubles -= rubles
            if log is not None:
                log.append(UpkeepPaid(seat, s.rules.ids[self.row], rubles))
            s.agenda += (Settle(seat, self.kept + 1),)
        else:
            _give_up(s, seat, self.row, log)
            s.agenda += (Settle(seat, self.kept),)

    def question(self, s: State, reader: Seat | None) -> Question:
        return Question(self.kind, self.seats, card=s.rules.ids[self.row], maximum=price(s))

    def least_rubles(self, s: State, seat: Seat) -> int:
        """Who cannot pay is not asked (MKT-22)."""
        return price(s)

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        words = s.rules.words[self.row]
        keep, give_up = f"keep {words}", f"give-up {words}"
        sentence = Sentence("First decide on the upkeep: {keep} or {give_up}.", keep=keep, give_up=give_up)
        return "upkeep-first", sentence, "MKT-20"


KINDS: Final = ("chicken", "sack", "apple", "fish", "cabbage")
VALUES: Final = ((1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3))
"""The value tiles by round, for first and second place; the last one stays (MKT-9, ROUND-4)."""
TO_CHOOSE: Final = "kind to choose"
"""The fact that a card has a ? symbol without a kind tile (MKT-15)."""
SQUARE: Final = "market-square"


def value_tile(round_number: int) -> tuple[int, int]:
    """Points for first and second place of a kind in this round (MKT-9)."""
    return VALUES[min(round_number, len(VALUES)) - 1]


def places(positions: Sequence[int], tile: tuple[int, int]) -> list[int]:
    """What one kind pays to each position of a marker (MKT-10 to MKT-13)."""
    first = max(positions)
    below = [position for position in positions if 0 < position < first]
    second = max(below) if below and positions.count(first) == 1 else 0
    return [tile[0] if 0 < p == first else tile[1] if 0 < p == second else 0 for p in positions]


@entry
class KindChosen(Entry):
    """A kind tile was laid on a card with a ? symbol (MKT-15)."""

    kind: ClassVar[str] = "kind"
    seat: Seat
    card: str
    goods: str


class MarketView(TypedDict):
    """The value tile and the next one (points for first and second place), positions by kind and seat, what each seat
    would score now, and kind tiles left."""

    tile: tuple[int, int]
    next_tile: tuple[int, int]
    positions: dict[str, list[int]]
    would_score: list[int]
    supply: list[str]


class Market(RulesPart):
    """Symbols, the square, its scoring, and the ? symbols."""

    name = "market"
    counts_by_facts = True
    most_players = 5

    def accepts(self, options: Options) -> None:
        if options.edition != 2:
            raise OptionsError("market-edition", "The Market needs the 2nd edition.", "COMBO-4")

    def phases(self, phases: tuple[Phase, ...]) -> tuple[Phase, ...]:
        return (phases[0], Phase("market", "yellow"), *phases[1:])

    def cards(self, options: Options) -> Sequence[Card]:
        return card_list("market")

    def numbers(self, numbers: Numbers, options: Options) -> Numbers:
        return replace(numbers, target=10)

    def facts(self) -> Iterable[str]:
        return [f"at {kind}" for kind in KINDS]

    def effects(self, card: Card) -> Iterable[Effect]:
        for kind in KINDS:
            yield f"at {kind}", card.market_symbols.count(kind)
        yield TO_CHOOSE, card.market_symbols.count("?")

    def marks(self, card: Card, others: Sequence[CardMark]) -> Iterable[CardMark]:
        if "?" in card.market_symbols:
            bare = tuple(effect for effect in others[0].effects if effect[0] != TO_CHOOSE)
            for kind in KINDS:
                yield CardMark((kind,), (*bare, (f"at {kind}", 1)), replaceable=True, words=f"{card.id}-{kind}")

    def moves(self, rules: Rules) -> Iterable[Move]:
        for kind in KINDS:
            yield Choose(rules, kind)
        for row in rules.printed_rows:
            if row in _orange_rows(rules):
                for verb in ("keep", "give-up"):
                    yield Move(rules, f"{verb} {rules.words[row]}", verb, rules.ids[row])

    def entered(self, rules: Rules) -> Callable[[State, Seat, Row, Log], None]:
        asking = frozenset(row for row in range(1, rules.size) if _asks(rules, row))

        def ask(s: State, seat: Seat, row: Row, log: Log) -> None:
            if row not in asking:
                return
            free = supply(s)
            if len(free) == 1:  # DEC-5: nothing to choose
                s.rules.moves[f"kind {free[0]}"].act(s, seat, log)
            elif free:
                s.agenda += (AskKind((seat,)),)

        return ask

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return around_scoring(steps, "market", after=(Upkeeps(rules, "market"), Square("market")))

    def view(self, s: State, value: object, seat: Seat | None) -> MarketView:
        tile = value_tile(s.round)
        return {
            "tile": tile,
            "next_tile": value_tile(s.round + 1),
            "positions": {kind: positions(s, kind) for kind in KINDS},
            "would_score": points(s, tile),
            "supply": list(supply(s)),
        }


def positions(s: State, kind: str) -> list[int]:
    """The position of every seat's marker, in full: ten and more are not folded (MKT-6, MKT-7)."""
    slot = s.rules.slots[f"at {kind}"]
    return [player.facts[slot] for player in s.players]


def points(s: State, tile: tuple[int, int]) -> list[int]:
    """What the square would pay each seat with this tile (MKT-10)."""
    by_kind = [places(positions(s, kind), tile) for kind in KINDS]
    return [sum(kind[seat] for kind in by_kind) for seat in range(len(s.players))]


def supply(s: State) -> tuple[str, ...]:
    """The kind tiles that lie on no card of anybody (MKT-15, MKT-16)."""
    used = {mark for player in s.players for row in player.display for mark in s.rules.marked[row]}
    return tuple(kind for kind in KINDS if kind not in used)


def _asks(rules: Rules, row: Row) -> bool:
    """Has this card a ? symbol without a kind tile?"""
    return not rules.marked[row].intersection(KINDS) and "?" in rules.cards[rules.printed[row] - 1].market_symbols


class Choose(Move):
    """Lay a kind tile on the card that has just come into the display (MKT-15)."""

    __slots__ = ("goods",)

    def __init__(self, rules: Rules, goods: str) -> None:
        super().__init__(rules, f"kind {goods}", "kind")
        self.goods = goods

    def act(self, s: State, seat: Seat, log: Log) -> None:
        rules, display = s.rules, s.players[seat].display
        place = max(place for place, row in enumerate(display) if _asks(rules, row))
        if log is not None:
            log.append(KindChosen(seat, rules.ids[display[place]], self.goods))
        turn_over(s, seat, place, rules.with_mark(display[place], self.goods))
        for hook in rules.laid:
            hook(s, seat, s.players[seat].display[place], log)


@agenda_item
class AskKind(Decision):
    """Which kind the ? of the newest card is (DEC-5)."""

    kind = "kind"
    completes_card = True
    seats: tuple[Seat, ...]

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        return tuple(s.rules.moves[f"kind {kind}"] for kind in supply(s))

    def question(self, s: State, reader: Seat | None) -> Question:
        (seat,) = self.seats
        return Question(self.kind, self.seats, card=s.rules.ids[s.players[seat].display[-1]])

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        return (
            "kind-first",
            Sentence("First choose the kind of goods for the ? symbol: {kinds}.", kinds=supply(s)),
            "MKT-15",
        )


class Square(Step):
    """The market square is scored kind by kind with the positions after all upkeep (MKT-24); the points of a player from
    all kinds are one gain (SCORE-10)."""

    counts = ("at",)

    def run(self, s: State, log: Log) -> None:
        won = points(s, value_tile(s.round))
        s.agenda += tuple(Won(seat, won[seat]) for seat in reversed(in_turn_order(s, self.phase)))


@agenda_item
class Won(Item):
    """What a seat has won on the square; a gain may set off something that is asked before the next seat gets its points."""

    seat: Seat
    points: int

    def run(self, s: State, log: Log) -> None:
        player = s.players[self.seat]
        if log is not None:
            log.append(Scored(self.seat, player.rubles, 0, player.points, self.points, SQUARE))
        if self.points:
            s.rules.gain(s, self.seat, self.points, log)
