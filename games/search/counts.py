"""Counts of what a search finds: wins by seat, points, and what the cards that it names brought, each with how sure it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from django.db.models import Avg, Count, Exists, Max, Min, OuterRef, Q

from games.models import CardFact, SeatFact
from games.play.facts import bought_in, card_code
from games.search.found import Search
from games.search.language import terms

MOST = 1000
"""So many games are counted, the latest; where there are more the figures say so."""
SURE = 1.96
"""Standard deviations of an interval that holds the truth 19 times of 20."""


class Share(NamedTuple):
    """So many of all, with the interval of Wilson, in percent: it is right for few games and for none won, too."""

    part: int | Fraction
    whole: int

    @property
    def percent(self) -> float:
        return float(100 * self.part / self.whole) if self.whole else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.whole:
            return 0.0, 100.0
        share, square = float(self.part / self.whole), SURE * SURE / self.whole
        middle = share + square / 2
        half = SURE * sqrt(share * (1 - share) / self.whole + square / self.whole / 4)
        return tuple(100 * min(max((middle + way * half) / (1 + square), 0), 1) for way in (-1, 1))  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """The seats of one place at the table; None for the player that the search describes."""

    seat: int | None
    wins: Share
    points: float
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class CardLine:
    """Those who bought a card: how many of them won, what they paid for their first copy, and in which round."""

    card: str
    wins: Share
    price: float
    round: float


@dataclass(frozen=True, slots=True)
class Counts:
    games: int
    seats: list[SeatLine]
    described: SeatLine | None
    cards: list[CardLine]

    @property
    def is_capped(self) -> bool:
        return self.games >= MOST


def counts_of(search: Search) -> Counts:
    """Three statements, and one for each card that is named."""
    numbers = list(search.games.order_by(f"-{search.field}", "-pk").values_list("pk", flat=True)[:MOST])
    seats = SeatFact.objects.filter(game__in=numbers)
    lines = [_line(row) for row in seats.values("seat").annotate(**SUMS).order_by("seat")]
    described = search.seats
    whole = described.filter(game__in=numbers).aggregate(**SUMS) if described is not None else {}
    cards = dict.fromkeys(str(one.value) for one in terms(search.query) if one.name == "card")
    return Counts(
        len(numbers), lines, _line(whole) if whole.get("many") else None, [_card(card, numbers) for card in cards]
    )


SUMS = {
    "many": Count("seat"),
    "wins": Count("seat", filter=Q(won=True)),
    "mean": Avg("points"),
    "least": Min("points"),
    "greatest": Max("points"),
}


def _line(row: Mapping[str, Any]) -> SeatLine:
    return SeatLine(row.get("seat"), Share(row["wins"], row["many"]), float(row["mean"]), row["least"], row["greatest"])


def _card(card: str, numbers: list[int]) -> CardLine:
    winners = SeatFact.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"), won=True)
    rows = CardFact.objects.filter(game__in=numbers, card=card_code(card)).annotate(has_won=Exists(winners))
    found = rows.aggregate(
        many=Count("seat"), wins=Count("seat", filter=Q(has_won=True)), price=Avg("price"), round=Avg(bought_in(1))
    )
    return CardLine(card, Share(found["wins"], found["many"]), float(found["price"] or 0), float(found["round"] or 0))
