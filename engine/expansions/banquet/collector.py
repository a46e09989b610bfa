"""Money Collector: one card of the tableau or the hand at half its price, under a chip (BANQ-MONEY).

The chip is a mark: the card with it never gives points and cannot be replaced, all else works.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from engine.acquire import HAND, LOWER, UPPER, Buy, add_offers
from engine.cards import Card
from engine.core import Move, Rules, Source, State
from engine.entries import Log
from engine.errors import Reason, Sentence
from engine.expansions.banquet.purple import GROUP, PurpleCard, PurpleMove, only_while
from engine.part import Mark
from engine.places import add_copies
from engine.player import Player, Row, Seat
from engine.scoring import without_points
from engine.steps import Decision
from engine.terms import Term
from engine.values import agenda_item

CHIP: Final = "chip"
KIND: Final = "money-collector"
"""The kind of its question."""


def marks(card: Card, others: Sequence[Mark]) -> Iterable[Mark]:
    """A card under the chip, whatever else lies on it (BANQ-MONEY-3, EXCH-6)."""
    if card.group != GROUP:
        for other in others:
            yield Mark((*other.names, CHIP), without_points(other.effects), words=other.words)


class HalfBuy(Buy):
    """Buy for half the price, after everything else that changes it, rounded down, but at least 1 (COST-9)."""

    __slots__ = ()

    def __init__(self, rules: Rules, row: Row, place: Source, over: Row, text: str) -> None:
        super().__init__(rules, row, place, over, text)
        self.laid = rules.with_mark(row, CHIP)

    def price(self, s: State, seat: Seat) -> int:
        return max(1, super().price(s, seat) // 2)

    def terms(self, s: State, seat: Seat) -> tuple[Term, ...]:
        full = super().price(s, seat)
        half = Term("half", full // 2 - full, None, "COST-9")
        least = (Term("minimum", 1, None, "COST-9"),) if full == 1 else ()
        return (*super().terms(s, seat), half, *least)


def _half(place: Source) -> Source:
    return Source(
        f"half {place.name}",
        place.buy,
        "",
        f"{place.suffix} half",
        place.reduction,
        place.remove,
        only_while(KIND, place),
        Sentence("that you can buy at half price now"),
        told=place.name,
        buys=HalfBuy,
    )


SOURCES: Final = {place.name: _half(place) for place in (UPPER, LOWER, HAND)}


def half_offers(s: State, player: Player) -> tuple[Move, ...]:
    """Everything this player can pay at half its price (BANQ-MONEY-1, BANQ-MONEY-4)."""
    if not player.rubles:
        return ()
    rich = player.copy()
    rich.rubles = 2 * player.rubles + 1  # half of it, rounded down, is what he has
    out: list[Move] = []
    upper, lower, hand = (source.name for source in SOURCES.values())
    add_offers(rich, s.rules.offers[upper], s.upper, 0, out)
    add_offers(rich, s.rules.offers[lower], s.lower, 0, out)
    add_copies(s, rich, 0, out, (upper, lower))
    add_offers(rich, s.rules.offers[hand], player.hand, 0, out)
    return tuple(out)


class Play(PurpleMove):
    """`play money-collector`"""

    __slots__ = ()
    no_use: ClassVar[Reason] = "no-use", Sentence("There is no card you can buy with it."), "BANQ-4"

    def usable(self, s: State, player: Player) -> bool:
        return bool(half_offers(s, player))

    def effect(self, s: State, seat: Seat, log: Log) -> None:
        s.agenda += (AskHalf((seat,)),)


class MoneyCollector(PurpleCard):
    """It needs a card that its owner can pay."""

    play = Play


@agenda_item
class AskHalf(Decision):
    """Which card is acquired for half its price, and over which (DEC-9, DEC-4)."""

    kind = KIND
    instead: ClassVar[Mapping[str, str]] = {name: source.name for name, source in SOURCES.items()}
    seats: tuple[Seat, ...]

    def moves(self, s: State, seat: Seat) -> tuple[Move, ...]:
        # Nothing to pay for is met only in a guess at hidden money and cards.
        return half_offers(s, s.players[seat]) or (s.rules.pass_move,)

    def resolve(self, s: State, seat: Seat, move: Move, log: Log) -> None:
        move.act(s, seat, log)

    def default(self, s: State, seat: Seat) -> Move:
        """The clock saves most: the card whose price is halved by most rubles."""
        prices = {move: move.price(s, seat) for move in self.moves(s, seat)}
        return max(prices, key=prices.__getitem__)

    def why_not(self, s: State, seat: Seat, move: Move) -> Reason | None:
        if isinstance(move, HalfBuy):
            return None
        return (
            "half-first",
            Sentence("First choose the card to buy at half price, such as buy market half."),
            "BANQ-MONEY-1",
        )
