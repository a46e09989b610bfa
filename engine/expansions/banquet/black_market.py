"""Black Market: one card of the discard pile is bought, taken or put back on top (BANQ-BLACK)."""

from __future__ import annotations

from typing import ClassVar

from engine.core import State
from engine.entries import Log
from engine.errors import Reason, Sentence
from engine.expansions.banquet.purple import PurpleCard, PurpleMove
from engine.parts.search import search
from engine.player import Player, Seat


class Play(PurpleMove):
    """`play black-market-red`"""

    __slots__ = ()
    no_use: ClassVar[Reason] = "no-use", Sentence("The discard pile is empty."), "BANQ-BLACK-1"

    def usable(self, s: State, player: Player) -> bool:
        return bool(s.discard)

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        search(s, seat)


class BlackMarket(PurpleCard):
    """It needs a card on the discard pile."""

    play = Play
