"""How often each seat has won in rated games of this site, with an interval that says how much that is worth."""

from collections import Counter, defaultdict
from fractions import Fraction
from math import sqrt
from typing import Any

from games.models import Game, Status

LATEST = 3000
"""So many of the games that ended last are looked at, by their index, whatever the site holds."""
MOST_PLAYERS = 5
Z = 1.96
"""Of such intervals 95 of 100 hold what would come of very many games."""


def seat_figures() -> list[dict[str, Any]]:
    """Of the games that ended last those that were rated and played out, by edition and size; a shared win is split. `even` is what
    all seats had if they were alike; `differ`: some seat's interval does not hold it; `lacking`: the seats that other sizes have.
    One statement."""
    columns = ("options__edition", "rated", "annulled_at", "deal", "deal__released_at", "result")
    latest = Game.objects.filter(status=Status.FINISHED).order_by("-finished_at").values_list(*columns)[:LATEST]
    games: Counter[tuple[int, int]] = Counter()
    wins: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)
    for edition, rated, annulled_at, deal, released_at, result in latest:
        is_sealed = deal is not None and released_at is None
        if not rated or annulled_at or is_sealed or not result or result["ended"] != "played out":
            continue
        winners = [one["seat"] for one in result["seats"] if one["winner"]]
        size = len(result["seats"])
        games[edition, size] += 1
        for seat in winners:
            wins[edition, size, seat] += Fraction(1, len(winners))
    shown = []
    for (edition, size), count in sorted(games.items()):
        seats, even = [_seat(wins[edition, size, seat], count) for seat in range(size)], 100 / size
        shown.append(
            {"edition": edition, "players": size, "games": count, "even": even, "seats": seats}
            | {"lacking": range(size, MOST_PLAYERS)}
            | {"differ": any(not one["low"] <= even <= one["high"] for one in seats)}
        )
    return shown


def _seat(won: Fraction, games: int) -> dict[str, float]:
    """Wins of one seat in percent, and the ends of the interval: by Wilson's interval, which is right for few games too."""
    share = float(won / games)
    middle, spread = share + Z**2 / (2 * games), Z * sqrt(share * (1 - share) / games + Z**2 / (4 * games**2))
    low, high = ((middle + sign * spread) / (1 + Z**2 / games) for sign in (-1, 1))
    return {"share": 100 * share, "low": 100 * low, "high": 100 * high}
