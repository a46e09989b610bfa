"""New Luck: as many cards of the current pile as there are players come into the upper row (EVT-LUCK-1)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import Move, Rules, State
from engine.entries import Log
from engine.errors import Reason, Sentence
from engine.expansions.events.tile import Tile, Use, current_pile, deal
from engine.places import vacate
from engine.player import Seat


class NewLuck(Tile):
    """Places and cards must be enough for all of them."""

    name = "new-luck"

    def moves(self, rules: Rules) -> Iterable[Move]:
        yield UseNewLuck(rules, self)

    def obstacle(self, s: State, seat: Seat) -> Reason | None:
        players = len(s.players)
        free = s.rules.target - sum(map(bool, s.upper)) - sum(map(bool, s.lower))
        if free < players:
            return (
                "event-places",
                Sentence("The tableau has too few free places: it needs one per player."),
                "EVT-LUCK-1",
            )
        if s.left[current_pile(s)] < players:
            return (
                "event-pile",
                Sentence("The pile of this phase has too few cards: it needs one per player."),
                "EVT-LUCK-1",
            )
        return None


class UseNewLuck(Use):
    """`event new-luck`"""

    __slots__ = ()

    def carry_out(self, s: State, seat: Seat, log: Log) -> None:
        for row in deal(s, len(s.players), log):
            vacate(s, "upper", s.upper.index(0) + 1, row)
