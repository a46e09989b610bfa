"""The Grabber: the top card of the discard pile is bought at once (EVT-GRAB-1)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acquire import Buy, add_offers
from engine.core import Move, Rules, Source, State
from engine.entries import Log
from engine.errors import Reason, Sentence
from engine.expansions.events.tile import Tile, unusable, use
from engine.player import Player, Row, Seat


class Grab(Buy):
    """`event grabber market`, `event grabber bank over market-fish`"""

    __slots__ = ()
    keeps_turn = True

    def __init__(self, rules: Rules, row: Row, place: Source, over: Row, text: str) -> None:
        super().__init__(rules, row, place, over, text)
        self.kind = "event"

    def act(self, s: State, seat: Seat, log: Log) -> None:
        use(s, seat, GRABBER, log)
        super().act(s, seat, log)

    def why_not(self, s: State, seat: Seat) -> Reason | None:
        return unusable(s, seat, GRABBER)


class Grabber(Tile):
    """The card must be for sale and payable now, an Exchange card must have something to replace; no reduction of the
    lower row."""

    name = "grabber"

    def sources(self) -> Sequence[Source]:
        return (TOP,)

    def obstacle(self, s: State, seat: Seat) -> Reason | None:
        return None if s.discard else ("event-discard", Sentence("The discard pile is empty."), "EVT-GRAB-1")

    def offer(self, s: State, player: Player, out: list[Move]) -> None:
        add_offers(player, s.rules.offers[TOP.name], s.discard[-1:], 0, out)


def _off_the_top(s: State, seat: Seat, row: Row) -> None:
    s.discard = s.discard[:-1]


def _top(s: State, seat: Seat) -> tuple[Row, ...]:
    return s.discard[-1:]


TOP = Source(
    "grabber",
    "event grabber",
    "",
    "",
    0,
    _off_the_top,
    _top,
    Sentence("on top of the discard pile"),
    told="discard",
    buys=Grab,
)
GRABBER = Grabber()
