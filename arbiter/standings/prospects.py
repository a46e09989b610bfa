"""Where everybody can still finish, as proved bounds: no result to come leads outside them, and no result widens them.

Places go by points alone: whoever ends level may come first or last of those by the tie-breaks. Where every game to come
is known and few are left, all their outcomes are tried and the bounds are exact; else everybody is bounded by the least
and the most they can still get. A correction of an earlier result is a new beginning.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm, prod

from arbiter.errors import RecordError
from arbiter.standings.tables import Scheme, by_place

MOST_OUTCOMES = 20_000
"""Up to so many combinations of outcomes all are tried."""

MOST_LINES = 200_000
"""Up to so many lines in all of them together: of many players fewer endings are tried, which takes about as long."""

pair_points = by_place({2: (1, 0)})
"""A game of two: one for the winner, a half each for a draw."""

Outcome = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Running:
    """A tournament on its way: points so far, the games paired and not over, and how many rounds are not paired yet.

    `scheme` says what places bring; a round not yet paired brings from nothing to `most`.
    """

    points: Mapping[int, Fraction]
    games: tuple[tuple[int, ...], ...] = ()
    rounds: int = 0
    most: Fraction = Fraction(1)
    scheme: Scheme = pair_points


@dataclass(frozen=True, slots=True)
class Prospect:
    """The best and the worst place still possible, or bounds of them where they are not exact."""

    best: int
    worst: int
    is_exact: bool


def prospects(tournament: Running) -> dict[int, Prospect]:
    """The prospects of everybody. Raises RecordError for games of players who are not there or are twice at a table."""
    for game in tournament.games:
        if len(set(game)) != len(game) or not set(game) <= tournament.points.keys():
            raise RecordError("The game of {players} lists a player twice or a player without points.", players=game)
    found = [outcomes(tournament.scheme, len(game)) for game in tournament.games]
    endings = prod(map(len, found))
    if tournament.rounds == 0 and endings <= MOST_OUTCOMES and endings * len(tournament.points) <= MOST_LINES:
        return _exact(tournament, found)
    return _bounded(tournament, found)


def between(low: Mapping[int, Fraction], high: Mapping[int, Fraction]) -> dict[int, Prospect]:
    """The prospects of everybody who ends between `low` and `high`, whatever the others do."""
    lows, highs, everybody = sorted(low.values()), sorted(high.values()), len(low)
    return {
        player: Prospect(
            best=1 + everybody - bisect_right(lows, high[player]),
            worst=everybody - bisect_left(highs, low[player]),
            is_exact=False,
        )
        for player in low
    }


@cache
def outcomes(scheme: Scheme, size: int) -> tuple[Outcome, ...]:
    """All that a table of this size may bring, seat by seat: any places, shared or not, and anybody gone, also everybody."""
    found = {(Fraction(0),) * size}
    for places in product(range(1, size + 1), repeat=size):
        if all(place == 1 + sum(other < place for other in places) for place in places):
            for gone in product((False, True), repeat=size):
                seats = zip(places, gone, strict=True)
                found.add(tuple(scheme(size, place, places.count(place), left=left) for place, left in seats))
    return tuple(sorted(found))


def _bounded(tournament: Running, found: list[tuple[Outcome, ...]]) -> dict[int, Prospect]:
    """Everybody between the least and the most they alone can get."""
    low = dict(tournament.points)
    high = {player: points + tournament.rounds * tournament.most for player, points in tournament.points.items()}
    for game, ways in zip(tournament.games, found, strict=True):
        for seat, player in enumerate(game):
            low[player] += min(way[seat] for way in ways)
            high[player] += max(way[seat] for way in ways)
    return between(low, high)


def _exact(tournament: Running, found: list[tuple[Outcome, ...]]) -> dict[int, Prospect]:
    best = dict.fromkeys(tournament.points, len(tournament.points))
    worst = dict.fromkeys(tournament.points, 1)
    for final in _endings(tournament, found):
        order = sorted(final.values(), reverse=True)
        first = {points: place for place, points in zip(range(len(order), 0, -1), reversed(order), strict=True)}
        last = {points: place for place, points in enumerate(order, start=1)}
        for player, points in final.items():
            best[player] = min(best[player], first[points])
            worst[player] = max(worst[player], last[points])
    return {player: Prospect(best[player], worst[player], is_exact=True) for player in tournament.points}


def _endings(tournament: Running, found: list[tuple[Outcome, ...]]) -> Iterator[dict[int, int]]:
    """The points of everybody in every ending, as whole parts of a point."""
    parts = lcm(
        *(one.denominator for ways in (*found, [tuple(tournament.points.values())]) for way in ways for one in way)
    )
    start = {player: int(points * parts) for player, points in tournament.points.items()}
    whole = [[tuple(int(points * parts) for points in way) for way in ways] for ways in found]
    for ways in product(*whole):
        final = dict(start)
        for game, way in zip(tournament.games, ways, strict=True):
            for player, points in zip(game, way, strict=True):
                final[player] += points
        yield final
