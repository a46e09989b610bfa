"""Counts of what a search finds: wins by seat, points, and what the cards that it names brought, each with how sure it is."""

from collections.abc import Mapping
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


def counts_of(search: Search) -> dict[str, Any]:
    """What the games of a search came to: by seats, for the players that it describes, and for the cards that it names. Three
    statements, and one for each card."""
    numbers = list(search.games.order_by(f"-{search.field}", "-pk").values_list("pk", flat=True)[:MOST])
    seats = SeatFact.objects.filter(game__in=numbers)
    lines = [_line(row) for row in seats.values("seat").annotate(**SUMS).order_by("seat")]
    described = search.seats
    whole = described.filter(game__in=numbers).aggregate(**SUMS) if described is not None else {}
    cards = dict.fromkeys(str(one.value) for one in terms(search.query) if one.name == "card")
    return {
        "games": len(numbers),
        "is_capped": len(numbers) >= MOST,
        "seats": lines,
        "described": _line(whole) if whole.get("many") else None,
        "cards": [_card(card, numbers) for card in cards],
    }


SUMS = {
    "many": Count("seat"),
    "wins": Count("seat", filter=Q(won=True)),
    "mean": Avg("points"),
    "least": Min("points"),
    "greatest": Max("points"),
}


def _line(row: Mapping[str, Any]) -> dict[str, Any]:
    """The seats of one place at the table; `seat` is None for the players that the search describes."""
    figures = {"points": float(row["mean"]), "least": row["least"], "most": row["greatest"]}
    return {"seat": row.get("seat"), "wins": Share(row["wins"], row["many"]), **figures}


def _card(card: str, numbers: list[int]) -> dict[str, Any]:
    """Those who bought a card: how many of them won, what they paid for their first copy, and in which round."""
    winners = SeatFact.objects.filter(game=OuterRef("game"), seat=OuterRef("seat"), won=True)
    rows = CardFact.objects.filter(game__in=numbers, card=card_code(card)).annotate(has_won=Exists(winners))
    found = rows.aggregate(
        many=Count("seat"), wins=Count("seat", filter=Q(has_won=True)), price=Avg("price"), round=Avg(bought_in(1))
    )
    averages = {name: float(found[name] or 0) for name in ("price", "round")}
    return {"card": card, "wins": Share(found["wins"], found["many"]), **averages}
