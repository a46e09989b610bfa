"""The shape of a league, and a season of it: groups and their schedules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from arbiter.errors import FieldSizeError, LeagueBalanceError, SeasonTooSmall
from arbiter.formats.leagues import Level, Move, NextSeason
from arbiter.schedules.bounds import Tables
from arbiter.schedules.catalogue import Legs
from arbiter.schedules.groups import GROUP_SIZES, group_tables

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


SMALLEST = GROUP_SIZES[0]
"""Players of the smallest group that plays a season; a level of fewer is closed."""

MOST_EXCHANGED = 3
"""No more than the third part of a level goes across one of its boundaries, so that it stays itself."""


def exchange_for(levels: Sequence[Level], *, up: int = 1, down: int = 2) -> tuple[int, ...]:
    """The exchange across each boundary of any pyramid, `up` of each group below and `down` of each above being wished.

    Where the wishes differ the smaller one holds, so that as many go up as go down; but one player at least, and no
    more than a third of the level above or below. Where they balance this is `leagues.exchange_of`. Raises
    LeagueBalanceError for wishes below 1 and for a level too small to exchange anybody.
    """
    if min(up, down) < 1:
        raise LeagueBalanceError(
            "Each group must promote and relegate at least one player, not {up} and {down}.", up=up, down=down
        )
    found = []
    for number, (upper, lower) in enumerate(pairwise(levels), start=1):
        room = min(sum(map(len, upper)), sum(map(len, lower))) // MOST_EXCHANGED
        if not room:
            raise LeagueBalanceError(
                "Divisions {upper} and {lower} are too small to exchange players. Close one of them.",
                upper=number,
                lower=number + 1,
            )
        found.append(max(1, min(up * len(lower), down * len(upper), room)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Shape:
    """How wide levels may be: the first has `top` groups, each further one at most `growth` times as many."""

    top: int = 1
    growth: int = 2
    group: int = GROUP

    def room(self, level: int) -> int:
        """How many players the level with this number, from 0, has at most."""
        return self.group * self.top * int(self.growth**level)


def reshaped(season: NextSeason, shape: Shape = Shape(), before: Sequence[Level] = ()) -> NextSeason:
    """The levels of next season after those that fill no group have been filled or closed, and a new one opened.

    `before` are the levels that were played, the highest first; who is not there is new. From the top down:
    1. An upper level of fewer than five takes the first of the levels below, in the order of their seeds, until it has its
       room. That happens only where `next_season` found nobody active below: so the players who idled come first, as their
       relegation finds nobody to take the place, and then newcomers, the best rated first.
    2. A lowest level of fewer than five joins the one above.
    3. A lowest level that has so many players that those beyond its room fill a group of their own keeps its best, in the
       order of their seeds, and the others open a level below.

    So any field of at least five players gets levels of at least five, and nobody passes anybody of a higher level.
    """
    home = {player: number for number, level in enumerate(before) for group in level for player in group}
    levels = [list(level) for level in season.levels]
    moves = dict(season.moves)
    for number, player in _pulled_up(levels, shape):
        moves[player] = _moved(moves[player], home.get(player), number, Move.FILLS)
    while len(levels) > 1 and len(levels[-1]) < SMALLEST:
        joined = levels.pop()
        levels[-1] += joined
        for player in joined:
            moves[player] = _moved(moves[player], home.get(player), len(levels) - 1, Move.JOINED)
    while len(levels[-1]) >= shape.room(len(levels) - 1) + SMALLEST:
        room = shape.room(len(levels) - 1)
        opened = levels[-1][room:]
        del levels[-1][room:]
        levels.append(opened)
        moves |= {player: Move.OPENED for player in opened if moves[player] is not Move.NEW}
    return NextSeason(tuple(map(tuple, levels)), moves)


def _pulled_up(levels: list[list[int]], shape: Shape) -> Iterator[tuple[int, int]]:
    """Fill the levels above the lowest that fill no group; who has come to which level, from 0."""
    for number, level in enumerate(levels[:-1]):
        if len(level) >= SMALLEST:
            continue
        for below in levels[number + 1 :]:
            came = below[: shape.room(number) - len(level)]
            del below[: len(came)]
            level += came
            yield from ((number, player) for player in came)


def _moved(move: Move, home: int | None, number: int, upwards: Move) -> Move:
    """What becomes of a move when the player is put on the level of this number, higher than the move had led."""
    if move is Move.NEW:
        return move
    if home is None or number < home:
        return upwards
    if number > home:
        return Move.DOWN
    return Move.KEPT if move is Move.DOWN else Move.STAYS
