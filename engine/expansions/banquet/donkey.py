"""Golden Donkey: 5 rubles at once (BANQ-DONKEY)."""

from __future__ import annotations

from typing import ClassVar

from engine.core import State
from engine.entries import Log
from engine.expansions.banquet.purple import PurpleCard, PurpleMove
from engine.player import Seat


class Play(PurpleMove):
    """`play golden-donkey`"""

    __slots__ = ()
    pays: ClassVar[int] = 5

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        s.own(seat).rubles += self.pays


class GoldenDonkey(PurpleCard):
    """It can always be played."""

    play = Play
