"""The Observatory: instead of an action of the Building phase, look at the top card of a pile (CARD-OBS)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.acquire import add_offers
from engine.cards import Card
from engine.core import Item, MoreMoves, Move, Rules, Source, State
from engine.entries import Discarded, Drew, Log
from engine.errors import Reason, Sentence
from engine.options import Options
from engine.part import Mark, Part
from engine.parts.search import FACES, down_rows, face_down, turn_down
from engine.player import Player, Row, Seat, agenda_item
from engine.round import lay_out
from engine.steps import Decision, Question

FACT = "observatory"


def _removed(s: State, seat: Seat, row: Row) -> None:
    """The drawn card has left its pile already and lies nowhere."""


def _drawn(s: State, seat: Seat) -> tuple[Row, ...]:
    asked = s.agenda[-1] if s.agenda else None
    return (asked.row,) if isinstance(asked, Fate) and seat in asked.seats else ()


DRAWN = Source("drawn", "buy", "take", " drawn", 0, _removed, _drawn, Sentence("among the drawn cards"))


class Observatory(Part):
    """A use turns the card face down until the next round: no points, not replaceable (CARD-OBS-5, CARD-OBS-6)."""

    name = "observatory"
    counts_by_facts = True

    def brings(self, options: Options) -> Sequence[Part]:
        return (FACES,)

    def marks(self, card: Card, others: Sequence[Mark]) -> Iterable[Mark]:
        if any(fact == FACT for fact, _ in card.effects):
            yield face_down(others[0], FACT)

    def sources(self) -> Sequence[Source]:
        return (DRAWN,)

    def moves(self, rules: Rules) -> Iterable[Move]:
        for pile, name in enumerate(rules.piles):
            yield Draw(rules, pile, name)
        for row in rules.printed_rows:
            yield Discard(rules, row)

    def turn_moves(self, rules: Rules, phase: str) -> MoreMoves | None:
        if phase != "building" or not rules.slot(FACT):
            return None
        slot = rules.slots[FACT]
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
        self.down = down_rows(rules, FACT)

    def act(self, s: State, seat: Seat, log: Log) -> None:
        turn_down(s, seat, self.down)
        (row,) = lay_out(s, self.pile, 1)
        if log is not None:
            log.append(Drew(seat, self.pile_name, s.rules.ids[row]))
        s.agenda += (Fate((seat,), self.pile_name, row),)

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        if s.players[seat].facts[s.rules.slot(FACT)] <= 0:
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

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        move.act(s, seat, log)

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
