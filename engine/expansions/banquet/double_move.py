"""Double Move: two actions one after the other, each of them buy, take, play from the hand or pass (BANQ-DOUBLE)."""

from __future__ import annotations

from typing import Final

from engine.acquire import add_offers
from engine.core import Move, State
from engine.entries import Log
from engine.errors import Reason, Sentence
from engine.expansions.banquet.purple import GROUP, PurpleCard, PurpleMove
from engine.places import add_copies
from engine.player import Seat
from engine.steps import Decision, Question
from engine.values import agenda_item

ACTIONS: Final = ("buy", "take", "play", GROUP, "pass")
"""Kinds of moves that count as one of the four; the list is closed (BANQ-DOUBLE-2)."""


class Play(PurpleMove):
    """`play double-move`. It is no pass, whatever follows (PASS-4); the turn is completed after both actions (PHASE-2)."""

    __slots__ = ()

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        s.agenda += (AskAction((seat,), 1), AskAction((seat,), 2))


class DoubleMove(PurpleCard):
    """It can always be played."""

    play = Play


@agenda_item
class AskAction(Decision):
    """One of the two actions (DEC-10); `number` counts down: 2, 1."""

    kind = "double-move"
    seats: tuple[Seat, ...]
    number: int

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        rules, player = s.rules, s.players[seat]
        out: list[Move] = []
        room = player.facts[rules.hand_limit] - len(player.hand)
        add_offers(player, rules.upper, s.upper, room, out)
        add_offers(player, rules.lower, s.lower, room, out)
        add_copies(s, player, room, out)
        add_offers(player, rules.hand, player.hand, 0, out)
        for add in rules.hand_moves:
            add(s, player, out)
        out.append(rules.pass_move)
        return tuple(out)

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        move.act(s, seat, log)

    def default(self, s: State, seat: Seat) -> Move:
        """The clock passes."""
        return s.rules.pass_move

    def question(self, s: State, reader: Seat | None) -> Question:
        """`maximum` is how many actions are left, this one included."""
        return Question(self.kind, self.seats, maximum=self.number)

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        if move.kind in ACTIONS:
            return None
        return (
            "double-move",
            Sentence("A Double Move is two actions. Each is to buy, take or play a card, or to pass."),
            "BANQ-DOUBLE-2",
        )
