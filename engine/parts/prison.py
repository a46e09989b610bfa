"""The Debtors' Prison: instead of an action of the Building phase, search the discard pile (M2-DEBT)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from engine.cards import Card
from engine.core import MoreMoves, Move, Rules, State
from engine.entries import Entry, Log
from engine.errors import Reason, Sentence
from engine.options import Options
from engine.part import Mark, Part
from engine.parts.face_down import FACES, down_rows, face_down, turn_down
from engine.parts.search import SEARCH, search
from engine.player import Player, Seat
from engine.values import entry

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
