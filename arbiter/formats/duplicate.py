"""Duplicate scoring: the same deal at every table, so that players are compared with those who held the same seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from arbiter.errors import ResultError

EVEN = Fraction(1, 2)
"""The share of somebody nobody can be compared with."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a deal: players by number in the order of their seats, and their final victory points."""

    deal: int
    players: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """One player's result on one deal against the others in the same seat.

    `share`: of the others in that seat, the share with fewer points, equal ones counting half; 0 to 1. `margin`: own
    points less the average of the others, in victory points. `rivals`: how many they are.
    """

    player: int
    deal: int
    seat: int
    points: int
    share: Fraction
    margin: Fraction
    rivals: int


@dataclass(frozen=True, slots=True)
class Total:
    """A player over all deals: averages, so that who played fewer deals is measured alike.

    Equals share a `place`, and those after them are counted on: 1 1 3. `shared_by` is how many have it.
    """

    place: int
    shared_by: int
    player: int
    deals: int
    share: Fraction
    margin: Fraction


def compare(games: Iterable[Played]) -> tuple[Compared, ...]:
    """Every result against all others of the same deal and seat, in the order of the games.

    The shares of a deal and seat average 1/2, the margins add up to 0. Raises ResultError when the tables of one deal
    differ in size, when points are missing, or when somebody plays a deal twice: it would be known the second time.
    """
    played = list(games)
    _check(played)
    held: dict[tuple[int, int], list[int]] = defaultdict(list)
    for game in played:
        for seat, points in enumerate(game.points):
            held[game.deal, seat].append(points)
    return tuple(
        _compared(player, game.deal, seat, points, held[game.deal, seat])
        for game in played
        for seat, (player, points) in enumerate(zip(game.players, game.points, strict=True))
    )


def totals(results: Sequence[Compared]) -> tuple[Total, ...]:
    """The ranking: by average share, then by average margin; who is equal in both shares the place.

    Those who share a place stand in the order of their numbers, which decides nothing.
    """
    mine: dict[int, list[Compared]] = defaultdict(list)
    for result in results:
        mine[result.player].append(result)
    worth = {player: _averages(rows) for player, rows in mine.items()}
    order = sorted(mine, key=lambda player: (-worth[player][0], -worth[player][1], player))
    found: list[Total] = []
    for _, level in groupby(order, key=worth.__getitem__):
        equals, place = list(level), len(found) + 1
        found += [Total(place, len(equals), player, len(mine[player]), *worth[player]) for player in equals]
    return tuple(found)


def _averages(rows: Sequence[Compared]) -> tuple[Fraction, Fraction]:
    """Share and margin a deal."""
    share = sum((row.share for row in rows), Fraction(0)) / len(rows)
    margin = sum((row.margin for row in rows), Fraction(0)) / len(rows)
    return share, margin


def _compared(player: int, deal: int, seat: int, points: int, held: list[int]) -> Compared:
    rivals = len(held) - 1
    if rivals == 0:
        return Compared(player, deal, seat, points, EVEN, Fraction(0), 0)
    halves = 2 * sum(other < points for other in held) + held.count(points) - 1
    margin = points - Fraction(sum(held) - points, rivals)
    return Compared(player, deal, seat, points, Fraction(halves, 2 * rivals), margin, rivals)


def _check(games: Sequence[Played]) -> None:
    sizes: dict[int, int] = {}
    seen: set[tuple[int, int]] = set()
    for game in games:
        if len(game.points) != len(game.players):
            raise ResultError(
                "Deal {deal} has {players} players but {results} results.",
                deal=game.deal,
                players=len(game.players),
                results=len(game.points),
            )
        if sizes.setdefault(game.deal, len(game.players)) != len(game.players):
            raise ResultError(
                "Deal {deal} was played with {others} and with {players} seats; the numbers must match.",
                deal=game.deal,
                others=sizes[game.deal],
                players=len(game.players),
            )
        for player in game.players:
            if (player, game.deal) in seen:
                raise ResultError("Player {player} played deal {deal} twice.", player=player, deal=game.deal)
            seen.add((player, game.deal))
