"""Leagues: levels of groups, who plays where next season, and how wide the levels are. Promotion and relegation balance by
construction.

At the turn of a season, in this order:
1. Across each boundary as many players go up as go down (`exchange_for`). From a level of several groups the first of each
   go, then the second, and so on; where the number does not divide, the best of the rank by `better`.
2. Inactive players count as last of their group, are relegated and never fill a vacancy. Leavers are not promoted; the
   next in line is. A leaver in a relegation place leaves instead; nobody else is relegated for them.
3. Vacancies, from the top level down, go to those of the level below who just missed promotion (of each group the next
   who is able, the better rank first), then to the best of those just relegated, then to others of the level below in
   order; if nobody active is left there, to the level below that in the same way, and so on.
4. Where more inactive players come down than a level has places, the surplus goes on down.
5. New entrants begin at the bottom level, which alone has no fixed number of places, and fill no vacancy above. A level
   that fills no group by these rules is filled or closed afterwards (`reshaped`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise

from arbiter.errors import FieldSizeError, LeagueBalanceError, ResultError, SeasonTooSmall
from arbiter.schedules.catalogue import GROUP_SIZES

Group = tuple[int, ...]
"""Players from the first place down."""

Level = tuple[Group, ...]


class Move(Enum):
    STAYS = "stays"
    UP = "promoted"
    DOWN = "relegated"
    KEPT = "kept, though to be relegated"
    FILLS = "fills a vacancy"
    NEW = "new"
    JOINED = "up, because the level was closed"
    OPENED = "down, into a level that is opened"


@dataclass(frozen=True, slots=True)
class Season:
    """The final standings of a season, the highest level first, and who leaves, idles or comes.

    `better[player]` compares players of one rank of different groups: the larger tuple is better; without it the order
    of the groups stands.
    """

    levels: tuple[Level, ...]
    exchange: tuple[int, ...]  # players who change places both ways across each boundary, the highest first
    leaving: frozenset[int] = frozenset()
    inactive: frozenset[int] = frozenset()
    entrants: tuple[int, ...] = ()
    better: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    def better_of(self, player: int) -> tuple[int, ...]:
        return self.better.get(player, ())


@dataclass(frozen=True, slots=True)
class NextSeason:
    """The players of each level from the highest seed down, and why each is there."""

    levels: tuple[tuple[int, ...], ...]
    moves: dict[int, Move]


def next_season(season: Season) -> NextSeason:
    """Who plays on which level next season, by the rules above.

    Every level but the lowest keeps its number of places as long as anybody active from last season plays below it,
    however far, and never gets more. Raises ResultError for a player listed twice, LeagueBalanceError for an exchange
    that a level cannot supply.
    """
    _check(season)
    ladder = [list(_ranked(level, season)) for level in season.levels]
    rising = [_rising(season, ladder, number) for number in range(len(ladder))]
    falling = [_falling(season, ladder, number) for number in range(len(ladder))]
    moves: dict[int, Move] = {}
    levels: list[list[int]] = []
    for number, players in enumerate(ladder):
        gone = set(rising[number]) | set(falling[number]) | season.leaving
        stay = [player for player in players if player not in gone]
        down = [player for player in falling[number - 1] if player not in season.leaving] if number else []
        up = rising[number + 1] if number + 1 < len(ladder) else []
        moves |= dict.fromkeys(stay, Move.STAYS) | dict.fromkeys(down, Move.DOWN) | dict.fromkeys(up, Move.UP)
        levels.append([*down, *stay, *up])
    _settle(season, falling, levels, moves)
    levels[-1] += season.entrants
    moves |= dict.fromkeys(season.entrants, Move.NEW)
    return NextSeason(tuple(map(tuple, levels)), moves)


def _check(season: Season) -> None:
    listed = Counter(player for level in season.levels for group in level for player in group)
    if unknown := (season.leaving | season.inactive) - set(listed):
        raise ResultError("Player {player} is marked as leaving or inactive but is in no group.", player=min(unknown))
    listed.update(season.entrants)
    if twice := [player for player, times in listed.items() if times > 1]:
        raise ResultError("Player {player} is listed twice.", player=twice[0])
    if len(season.exchange) != len(season.levels) - 1 or min(season.exchange, default=0) < 0:
        raise LeagueBalanceError(
            "{levels} divisions need {boundaries} exchange numbers of 0 or more.",
            levels=len(season.levels),
            boundaries=len(season.levels) - 1,
        )
    for number, level in enumerate(season.levels):
        needed = sum(season.exchange[max(0, number - 1) : number + 1])
        if needed > sum(map(len, level)):
            raise LeagueBalanceError(
                "Division {level} has {players} players, too few to promote and relegate {needed}.",
                level=number + 1,
                players=sum(map(len, level)),
                needed=needed,
            )


def _standing(group: Group, season: Season) -> list[int]:
    return sorted(group, key=lambda player: player in season.inactive)


def _ranked(level: Level, season: Season) -> Iterator[int]:
    """The players of a level: firsts, seconds, …, each rank by `better`; the inactive after all others."""
    groups = [_standing(group, season) for group in level]
    for rank in range(max(map(len, groups), default=0)):
        yield from sorted((g[rank] for g in groups if rank < len(g)), key=season.better_of, reverse=True)


def _rising(season: Season, ladder: list[list[int]], number: int) -> list[int]:
    """Who goes up from this level: the first in line who neither leave nor are inactive."""
    if number == 0:
        return []
    able = [player for player in ladder[number] if player not in season.leaving | season.inactive]
    return able[: season.exchange[number - 1]]


def _falling(season: Season, ladder: list[list[int]], number: int) -> list[int]:
    """Who goes down from this level, the best first: the last in line, counted from the bottom of each group.

    Inactive players go down even when they are more than the exchange; where not enough come up, fewer go down.
    """
    if number + 1 == len(ladder):
        return []
    level = season.levels[number]
    from_below = [list(reversed(_standing(group, season))) for group in level]
    order = []
    for rank in range(max(map(len, from_below), default=0)):
        order += sorted((g[rank] for g in reversed(from_below) if rank < len(g)), key=season.better_of)
    rising = set(_rising(season, ladder, number))
    idle = [player for player in order if player in season.inactive]
    others = [player for player in order if player not in season.inactive and player not in rising]
    count = len(_rising(season, ladder, number + 1))
    return list(reversed((idle + others)[: max(count, len(idle))]))


def _settle(season: Season, falling: list[list[int]], levels: list[list[int]], moves: dict[int, Move]) -> None:
    lines = [_in_line(season, number, level, moves) for number, level in enumerate(levels)]
    for number, level in enumerate(levels[:-1]):
        places = sum(map(len, season.levels[number]))
        for line, below in zip(lines[number + 1 :], levels[number + 1 :], strict=True):
            while line and len(level) < places:
                player = line.pop(0)
                below.remove(player)
                level.append(player)
                moves[player] = Move.KEPT if player in falling[number] else Move.FILLS
        too_many = level[places:]  # inactive all: whoever was active here has filled a vacancy above
        del level[places:]
        levels[number + 1][:0] = too_many


def _in_line(season: Season, number: int, level: list[int], moves: dict[int, Move]) -> list[int]:
    """Who of a level may fill a vacancy above, in order: who just missed, the relegated, then anybody else."""
    able = [player for player in level if player not in season.inactive]
    stayed = [player for player in able if moves[player] is Move.STAYS]
    next_of_groups = [next((p for p in stayed if p in group), None) for group in season.levels[number]]
    missed = [player for player in stayed if player in next_of_groups]
    relegated = [player for player in able if moves[player] is Move.DOWN]
    return [*missed, *relegated, *(player for player in able if player not in missed and player not in relegated)]


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
    parted = (tuple((players + number) // count for number in range(count)) for count in counts)
    return min(parted, key=lambda sizes: sum((one - size) ** 2 for one in sizes))


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


SMALLEST = GROUP_SIZES[0]
"""Players of the smallest group that plays a season; a level of fewer is closed."""

MOST_EXCHANGED = 3
"""No more than the third part of a level goes across one of its boundaries, so that it stays itself."""


def exchange_for(levels: Sequence[Level], *, up: int = 1, down: int = 2) -> tuple[int, ...]:
    """The exchange across each boundary of any pyramid, `up` of each group below and `down` of each above being wished.

    Where the wishes differ the smaller one holds, so that as many go up as go down; but one player at least, and no
    more than a third of the level above or below. Wishes balance where `up` × groups below is `down` × groups above. Raises
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
        """Most players on this level, counted from 0."""
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
