"""Searching the discard pile: one card of it is bought, taken into the hand, or put back on top (M2-DEBT, BANQ-BLACK).

A part whose card may search brings `SEARCH` and calls `search`. The pile lies open, so card and fate are one answer; of
equal cards the topmost is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from engine.acquire import add_offers
from engine.core import Move, Rules, Source, State
from engine.entries import Entry, Log
from engine.errors import Reason, Sentence
from engine.part import Part
from engine.player import Row, Seat
from engine.steps import Decision
from engine.values import agenda_item, entry


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
