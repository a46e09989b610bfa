"""A season of one league: groups and their schedules."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.errors import FieldSizeError, SeasonTooSmall
from arbiter.schedules.catalogue import Legs
from arbiter.schedules.groups import GROUP_SIZES, group_tables
from arbiter.schedules.measures import Tables

GROUP = 7
"""Players of a group by default: four games at tables of 4, each opponent exactly twice, each seat once."""


def group_sizes(players: int, size: int = GROUP) -> tuple[int, ...]:
    """Groups for every number of players from five on, each of 5 to 10 and as near to `size` as can be; larger ones last.

    The sum over groups of the squared difference from `size` is the least there is: 9 are one of nine, 10 are 5 + 5, 11
    are 5 + 6, 17 are 8 + 9. How even a group of each size plays is `schedules.groups.quality`. Raises SeasonTooSmall
    below five players, FieldSizeError for a `size` outside 5 to 10.
    """
    if size not in GROUP_SIZES:
        raise FieldSizeError(
            "Groups must have {least} to {most} players, not {size}.",
            least=GROUP_SIZES[0],
            most=GROUP_SIZES[-1],
            size=size,
        )
    if players < GROUP_SIZES[0]:
        raise SeasonTooSmall(
            "A season needs at least {least} players; {players} are not enough.", least=GROUP_SIZES[0], players=players
        )
    counts = range(-(-players // GROUP_SIZES[-1]), players // GROUP_SIZES[0] + 1)
    return min((_parted(players, count) for count in counts), key=lambda sizes: sum((one - size) ** 2 for one in sizes))


def _parted(players: int, count: int) -> tuple[int, ...]:
    """So many groups of equal size, give or take one."""
    low, more = divmod(players, count)
    return (low,) * (count - more) + (low + 1,) * more


def part(players: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Deal a level's players, the highest seed first, to groups of these sizes in a serpentine."""
    if sum(sizes) != len(players) or len(set(players)) != len(players):
        raise FieldSizeError(
            "{players} players do not fill groups of {sizes}, or a player is listed twice.",
            players=len(players),
            sizes=tuple(sizes),
        )
    dealt: list[list[int]] = [[] for _ in sizes]
    order = list(range(len(sizes)))
    queue = list(players)
    while queue:
        for group in order:
            if queue and len(dealt[group]) < sizes[group]:
                dealt[group].append(queue.pop(0))
        order.reverse()
    return tuple(map(tuple, dealt))


def season_tables(group: Sequence[int], table: int = 4, games: int | None = None, legs: Legs = Legs.SINGLE) -> Tables:
    """The tables of one group's season, players in the order of their seats; all games may begin at once.

    Takes the most even schedule there is (`schedules.groups.group_tables`) and its errors; a table of 2 is a league of
    pairs. Unless said otherwise everybody plays as many games as a table has seats, or in pairs against everybody once.
    """
    found = group_tables(len(group), table, games, legs)
    return tuple(tuple(group[player - 1] for player in players) for players in found)
