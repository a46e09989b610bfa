"""Away With It!: one other card of the own hand goes on top of the discard pile (BANQ-AWAY)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.acquire import HAND
from engine.core import MoreMoves, Move, Rules, State
from engine.entries import Discarded, Log
from engine.errors import Sentence
from engine.expansions.banquet.purple import GROUP, PurpleCard, PurpleMove
from engine.player import Player, Row, Seat


class Play(PurpleMove):
    """`play away-with-it-red discarding library`"""

    __slots__ = ("other",)
    no_use = (
        "no-target",
        Sentence("You must also discard another card from your hand, and not a purple one."),
        "BANQ-AWAY-2",
    )

    def __init__(self, rules: Rules, row: Row, other: Row) -> None:
        super().__init__(rules, row, f" discarding {rules.words[other]}")
        self.other = other

    def usable(self, s: State, player: Player) -> bool:
        return s.rules.group[self.other] != GROUP and self.other in player.hand

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        HAND.remove(s, seat, self.other)
        s.discard += (self.other,)
        if log is not None:
            log.append(Discarded(seat, s.rules.ids[self.other]))


class AwayWithIt(PurpleCard):
    """It needs a card that is not purple."""

    play = Play

    def moves(self, rules: Rules, row: Row) -> Iterable[Move]:
        for other in rules.printed_rows:
            if other != row:
                yield Play(rules, row, other)

    def in_hand(self, rules: Rules, row: Row) -> MoreMoves:
        by_card = {
            other: rules.moves[f"play {rules.words[row]} discarding {rules.words[other]}"]
            for other in rules.printed_rows
            if rules.group[other] != GROUP
        }

        def add(s: State, player: Player, out: list[Move]) -> None:
            out += [by_card[other] for other in dict.fromkeys(player.hand) if other in by_card]

        return add
