"""Cards that look for another card and turn face down for it: the Debtors' Prison looks through the discard pile, the
Observatory (CARD-OBS) draws the top card of a pile.

A part whose card may search brings `SEARCH` and calls `search`. The discard pile is open, so card and fate are one answer;
of equal cards the topmost is meant.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from engine.acquire import add_offers, turn_over
from engine.cards import Card
from engine.core import Item, MoreMoves, Move, Rules, Source, State, Step
from engine.entries import Discarded, Drew, Entry, Log
from engine.errors import Reason, Sentence
from engine.immutable import agenda_item, entry
from engine.options import Options
from engine.part import CardMark, RulesPart
from engine.player import Player, Row, Seat
from engine.round import lay_out
from engine.scoring import pays, without_points
from engine.steps import Decision, Question

FACE_DOWN = "face down"


class FaceDown(RulesPart):
    """What lies face down is turned up at the start of every round (SEQ-3)."""

    name = "face-down"
    counts_by_facts = True

    def program(self, rules: Rules, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        return (TurnUp(rules, rules.phases[0].name), *steps) if rules.slot(FACE_DOWN) else steps


FACES = FaceDown()


def face_down(bare: CardMark, fact: str) -> CardMark:
    """The card face down: it gives no points and has not the use that this fact tells of; all else stays (COST-3)."""
    left = tuple(effect for effect in without_points(bare.effects) if effect[0] != fact)
    return CardMark((FACE_DOWN,), (*left, (FACE_DOWN, 1)))


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


DISCARD = Source(
    "discard", "buy", "take", " discard", 0, _from_discard, lambda s, _: s.discard, Sentence("on the discard pile")
)


@entry
class PutBack(Entry):
    """A card of the discard pile was put back on top of it."""

    kind: ClassVar[str] = "put-back"
    seat: Seat
    card: str


class Search(RulesPart):
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


SEARCH_FACT = "search"


@entry
class Searched(Entry):
    """A Debtors' Prison was turned face down; its owner now chooses a card of the discard pile."""

    kind: ClassVar[str] = "searched"
    wakes_others: ClassVar[bool] = True
    seat: Seat


class Prison(RulesPart):
    """A use turns the card face down until the next round (M2-DEBT-4)."""

    name = "prison"
    counts_by_facts = True

    def brings(self, options: Options) -> Sequence[RulesPart]:
        return FACES, SEARCH

    def marks(self, card: Card, others: Sequence[CardMark]) -> Iterable[CardMark]:
        if any(fact == SEARCH_FACT for fact, _ in card.effects):
            yield face_down(others[0], SEARCH_FACT)

    def moves(self, rules: Rules) -> Iterable[Move]:
        yield UsePrison(rules)

    def turn_moves(self, rules: Rules, phase: str) -> MoreMoves | None:
        if phase != "building" or not rules.slot(SEARCH_FACT):
            return None
        slot, use = rules.slots[SEARCH_FACT], rules.moves["search"]

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
        self.down = down_rows(rules, SEARCH_FACT)

    def act(self, s: State, seat: Seat, log: Log) -> None:
        turn_down(s, seat, self.down)
        if log is not None:
            log.append(Searched(seat))
        search(s, seat)

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        if not s.players[seat].facts[s.rules.slot(SEARCH_FACT)]:
            return "no-search", Sentence("You have no face-up Debtors' Prison."), "M2-DEBT-2"
        if s.phase != "building":
            return "not-now", Sentence("You can use a Debtors' Prison only in the Building phase."), "M2-DEBT-2"
        return "discard-empty", Sentence("The discard pile is empty."), "M2-DEBT-2"


OBSERVATORY_FACT = "observatory"


def _drawn(s: State, seat: Seat) -> tuple[Row, ...]:
    asked = s.agenda[-1] if s.agenda else None
    return (asked.row,) if isinstance(asked, Fate) and seat in asked.seats else ()


DRAWN = Source("drawn", "buy", "take", " drawn", 0, lambda *_: None, _drawn, Sentence("among the drawn cards"))
"""A drawn card has left its pile already and lies nowhere."""


class Observatory(RulesPart):
    """A use turns the card face down until the next round: no points, not replaceable (CARD-OBS-5, CARD-OBS-6)."""

    name = "observatory"
    counts_by_facts = True

    def brings(self, options: Options) -> Sequence[RulesPart]:
        return (FACES,)

    def marks(self, card: Card, others: Sequence[CardMark]) -> Iterable[CardMark]:
        if any(fact == OBSERVATORY_FACT for fact, _ in card.effects):
            yield face_down(others[0], OBSERVATORY_FACT)

    def sources(self) -> Sequence[Source]:
        return (DRAWN,)

    def moves(self, rules: Rules) -> Iterable[Move]:
        for pile, name in enumerate(rules.piles):
            yield Draw(rules, pile, name)
        for row in rules.printed_rows:
            yield Discard(rules, row)

    def turn_moves(self, rules: Rules, phase: str) -> MoreMoves | None:
        if phase != "building" or not rules.slot(OBSERVATORY_FACT):
            return None
        slot = rules.slots[OBSERVATORY_FACT]
        draws = [rules.moves[f"draw {name}"] for name in rules.piles]

        def add(s: State, player: Player, out: list[Move]) -> None:
            if player.facts[slot] > 0:
                out += [draw for draw, left in zip(draws, s.left, strict=True) if left > 1]  # CARD-OBS-3

        return add


class Draw(Move):
    """Use an Observatory on a pile: it is turned face down first, then the card is seen (CARD-OBS-5)."""

    __slots__ = ("down", "pile", "pile_name")

    def __init__(self, rules: Rules, pile: int, name: str) -> None:
        super().__init__(rules, f"draw {name}", "draw")
        self.pile = pile
        self.pile_name = name
        self.down = down_rows(rules, OBSERVATORY_FACT)

    def act(self, s: State, seat: Seat, log: Log) -> None:
        turn_down(s, seat, self.down)
        (row,) = lay_out(s, self.pile, 1)
        if log is not None:
            log.append(Drew(seat, self.pile_name, s.rules.ids[row]))
        s.agenda += (Fate((seat,), self.pile_name, row),)

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        if s.players[seat].facts[s.rules.slot(OBSERVATORY_FACT)] <= 0:
            return "no-observatory", Sentence("You have no face-up Observatory."), "CARD-OBS-2"
        if s.phase != "building":
            return "not-now", Sentence("You can use an Observatory only in the Building phase."), "CARD-OBS-2"
        return "last-card", Sentence("You cannot draw the last card of a pile."), "CARD-OBS-3"


class Discard(Move):
    """Put the drawn card on the discard pile; always possible (CARD-OBS-4)."""

    __slots__ = ("row",)

    def __init__(self, rules: Rules, row: Row) -> None:
        name = rules.ids[row]
        super().__init__(rules, f"discard {name} drawn", "discard", name, "drawn")
        self.row = row

    def act(self, s: State, seat: Seat, log: Log) -> None:
        s.discard += (self.row,)
        if log is not None:
            log.append(Discarded(seat, s.rules.ids[self.row]))


@agenda_item
class Fate(Decision):
    """The drawn card must at once be bought, taken or discarded (CARD-OBS-4)."""

    kind = "drawn"
    seats: tuple[Seat, ...]
    pile: str
    row: Row

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        rules, player = s.rules, s.players[seat]
        out: list[Move] = []
        room = player.facts[rules.hand_limit] - len(player.hand)
        add_offers(player, rules.offers["drawn"], (self.row,), room, out)
        out.append(self.default(s, seat))
        return tuple(out)

    def default(self, s: State, seat: Seat) -> Move:
        return s.rules.moves[f"discard {s.rules.ids[self.row]} drawn"]

    def question(self, s: State, reader: Seat | None) -> Question:
        card = s.rules.ids[self.row] if reader in self.seats else None
        return Question(self.kind, self.seats, card=card, pile=self.pile)

    def as_seen(self, s: State, viewer: Seat | None) -> Item:
        return self if viewer in self.seats else Fate(self.seats, self.pile, 0)

    def guessed(self, s: State, held: Row) -> Item:
        return Fate(self.seats, self.pile, held)

    def held(self, s: State) -> tuple[str, Row] | None:
        return DRAWN.name, self.row

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        if move.source == "drawn" and move.card == s.rules.ids[self.row]:
            return None
        return (
            "drawn-first",
            Sentence("First decide on the drawn card: buy, take or discard it."),
            "CARD-OBS-4",
        )
