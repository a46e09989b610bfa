"""A season of one league: groups, their schedules, points, and what a withdrawal does."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum
from fractions import Fraction

from tournaments.errors import FieldSizeError, ResultError
from tournaments.schedules.catalogue import schedule
from tournaments.schedules.measures import Tables
from tournaments.standings.tables.event import SIZES
from tournaments.standings.tables.points import league_points

GROUP = 7
"""Players of a group by default: four games at tables of 4, each opponent exactly twice, each seat once."""

SMALLEST_GROUP = 3
"""Groups of this size may be mixed with those of one player fewer, who still have an opponent."""


class Withdrawal(Enum):
    """What becomes of the games of a player who gives up during a season."""

    REPLACE = "nothing was played: the first of the waiting list takes the place"
    ANNUL = "less than half was played: all results of the player are annulled"
    KEEP = "half or more was played: results stand, the player is last without points in the rest"


def withdrawal(finished: int, games: int) -> Withdrawal:
    """Which rule applies after `finished` of the player's `games`. Raises ResultError for impossible numbers."""
    if not 0 <= finished <= games or games < 1:
        raise ResultError(f"{finished} of {games} games cannot be finished.")
    if finished == 0:
        return Withdrawal.REPLACE
    return Withdrawal.ANNUL if 2 * finished < games else Withdrawal.KEEP


def table_points(places: Sequence[int], left: Collection[int] = ()) -> tuple[Fraction, ...]:
    """The `league_points` of one table by final place (1, 2, 2, 4 for a shared second), shared by who share places.

    The seats in `left`, from 0, which their players gave up, get nothing. Raises ResultError for other than 2 to 5
    players, places that are no order or seats that are not there.
    """
    if len(places) not in SIZES or any(place != 1 + sum(p < place for p in places) for place in places):
        raise ResultError(f"Places {list(places)} are not the final places of 2 to 5 players.")
    if unknown := set(left) - set(range(len(places))):
        raise ResultError(f"Seat {min(unknown)} was left, but the seats are 0 to {len(places) - 1}.")
    return tuple(
        league_points(len(places), place, places.count(place), left=seat in left) for seat, place in enumerate(places)
    )


def group_sizes(players: int, size: int = GROUP) -> tuple[int, ...]:
    """Groups of `size`, the rest made up by the last groups being one larger or smaller (6 or 8 for 7).

    As near to `size` as can be; larger groups come last. Raises FieldSizeError when no such groups exist, and for groups
    so small that one smaller would leave somebody alone.
    """
    if size < SMALLEST_GROUP:
        raise FieldSizeError(f"Groups have {SMALLEST_GROUP} players or more, not {size}; some may have one fewer.")
    best: tuple[int, ...] = ()
    for count in range(1, players // (size - 1) + 1):
        low, more = divmod(players, count)
        sizes = (low,) * (count - more) + (low + 1,) * more
        near = sizes[0] >= size - 1 and sizes[-1] <= size + 1
        if near and (not best or sizes.count(size) > best.count(size)):
            best = sizes
    if not best:
        raise FieldSizeError(f"{players} players cannot be parted into groups of {size - 1} to {size + 1}.")
    return best


def part(players: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Deal a level's players, the highest seed first, to groups of these sizes in a serpentine."""
    if sum(sizes) != len(players) or len(set(players)) != len(players):
        raise FieldSizeError(f"{len(players)} players, each once, do not fill groups of {list(sizes)}.")
    dealt: list[list[int]] = [[] for _ in sizes]
    order = list(range(len(sizes)))
    queue = list(players)
    while queue:
        for group in order:
            if queue and len(dealt[group]) < sizes[group]:
                dealt[group].append(queue.pop(0))
        order.reverse()
    return tuple(map(tuple, dealt))


def season_tables(group: Sequence[int], table: int = 4, games: int = 4) -> Tables:
    """The tables of one group's season, players in the order of their seats; all games may begin at once.

    Takes the most even schedule there is (see `schedules.catalogue`) and its errors.
    """
    found = schedule(len(group), table, games)
    return tuple(tuple(group[player - 1] for player in players) for players in found.tables)
