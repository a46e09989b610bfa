"""Events that touch no card: the Sponsor and the Warehouse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.core import Move, Rules, State
from engine.entries import Log
from engine.expansions.events.entries import Sponsored
from engine.expansions.events.tile import Tile, Use
from engine.player import Seat

OWN: Final = 6
OTHERS: Final = 2
"""Rubles of the Sponsor for the player who uses him and for every other (EVT-SPONSOR-1)."""


class Sponsor(Tile):
    """Rubles for all, the most for the player (EVT-SPONSOR-1)."""

    name = "sponsor"

    def moves(self, rules: Rules) -> Iterable[Move]:
        yield UseSponsor(rules, self)


class UseSponsor(Use):
    """`event sponsor`"""

    __slots__ = ()

    def carry_out(self, s: State, seat: Seat, log: Log) -> None:
        players = len(s.players)
        for other in range(seat, seat + players):
            rubles = OWN if other == seat else OTHERS
            s.own(other % players).rubles += rubles
            if log is not None:
                log.append(Sponsored(other % players, rubles))


class Warehouse(Tile):
    """One card more may be in the hand for the rest of the game; it is no blue card (EVT-WARE-1)."""

    name = "warehouse"
    effects = (("hand limit", 1),)
    quiet = True

    def moves(self, rules: Rules) -> Iterable[Move]:
        yield Use(rules, self)
