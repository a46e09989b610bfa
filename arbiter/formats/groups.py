"""Groups with finals, withdrawal from a round-robin, and what a late entry brings along.

A player who withdraws before half of their games are over has all results annulled: the others of a table keep their game
as one among themselves, and play what has not begun without them. Later the results stand, and what has not begun is lost
by forfeit. A running game goes on and counts by the same rule.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbiter.errors import FieldSizeError, FormatError, ResultError, TooLate
from arbiter.formats.knockout import Table, seeded_tables
from arbiter.schedules.designs import seated


def groups(seeds: Sequence[int], count: int) -> tuple[Table, ...]:
    """Groups of nearly equal size and strength, by a serpentine over the seeds; see `seeded_tables`."""
    return seeded_tables(seeds, count)


def qualified(standings: Sequence[Sequence[int]], per_group: int) -> tuple[int, ...]:
    """The first `per_group` of each group as seeds of the finals: all winners, then all seconds, and so on.

    `standings` are the groups' players from the first place down, ties broken. Within a rank the order of the groups
    stands. Raises FieldSizeError when a group has too few players.
    """
    for number, group in enumerate(standings, start=1):
        if len(group) < per_group:
            raise FieldSizeError(
                "Group {number} has {players} players, but {per_group} should qualify.",
                number=number,
                players=len(group),
                per_group=per_group,
            )
    return tuple(group[rank] for rank in range(per_group) for group in standings)


def final_tables(standings: Sequence[Sequence[int]], per_group: int, tables: int) -> tuple[Table, ...]:
    """Final tables among those who qualified: each group as evenly over the tables as can be, so that it stays apart.

    All winners, then all seconds, … are dealt in rounds of one player to each table, the first round in the order of the
    tables; so no table has two winners more than another. This is the same task as seats for given tables
    (`schedules.seating`), rounds standing for tables and tables for seats, hence always possible: two of a group meet
    only when it sends more players than there are tables. Places left empty in the last round may be at any table.
    Raises FieldSizeError when a table would have fewer than two players.
    """
    seeds = qualified(standings, per_group)
    if tables < 1 or len(seeds) < 2 * tables:
        raise FieldSizeError(
            "{players} players are too few for {tables} final tables; each needs at least two.",
            players=len(seeds),
            tables=tables,
        )
    home = {player: number for number, group in enumerate(standings) for player in group}
    empty = range(len(standings), len(standings) + -len(seeds) % tables)  # a group of its own for each
    sending = [*(home[player] for player in seeds), *empty]
    rounds = seated([sending[start : start + tables] for start in range(0, len(sending), tables)])
    dealt: list[list[int]] = [[] for _ in range(tables)]
    order = _first_in_order(rounds[0], sending[:tables])
    for start, row in zip(range(0, len(seeds), tables), rounds, strict=True):
        waiting = list(seeds[start : start + tables])
        for table in order:
            comer = next((player for player in waiting if home[player] == row[table]), None)
            if comer is not None:
                waiting.remove(comer)
                dealt[table].append(comer)
    return tuple(tuple(dealt[table]) for table in order)


def _first_in_order(row: Sequence[int], wanted: Sequence[int]) -> list[int]:
    places = list(range(len(row)))
    order = []
    for value in wanted:
        place = next(place for place in places if row[place] == value)
        places.remove(place)
        order.append(place)
    return order


Place = tuple[int, int]
"""A group and a line of it, from 0."""


def kept_apart(groups: Sequence[Sequence[int]], apart: Collection[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The same groups with people who are kept apart in different ones, as far as a swap of two players does it.

    Swapped are those who stand as near to each other as can be; with one group nothing is done.
    """
    near: dict[int, set[int]] = {}
    for one, other in apart:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    dealt = [list(group) for group in groups]
    for _ in apart:
        found = min(_helpful(dealt, near), key=lambda swap: (abs(swap[0][1] - swap[1][1]), swap), default=None)
        if found is None:
            break
        (group, line), (another, its) = found
        dealt[group][line], dealt[another][its] = dealt[another][its], dealt[group][line]
    return tuple(map(tuple, dealt))


def together(groups: Sequence[Sequence[int]], apart: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pairs that are kept apart and yet share a group."""
    group_of = {player: number for number, group in enumerate(groups) for player in group}
    return {(one, other) for one, other in apart if one in group_of and group_of[one] == group_of.get(other)}


def _helpful(groups: Sequence[Sequence[int]], near: Mapping[int, set[int]]) -> Iterator[tuple[Place, Place]]:
    """Every swap after which fewer of those who are kept apart share a group. It moves one of them."""
    members = [set(group) for group in groups]
    nobody: set[int] = set()

    def meets(player: int, group: int) -> int:
        return len(near.get(player, nobody) & members[group])

    places = [(group, line) for group, players in enumerate(groups) for line in range(len(players))]
    for one in places:
        mover = groups[one[0]][one[1]]
        if not (now := meets(mover, one[0])):
            continue
        for other in places:
            comer = groups[other[0]][other[1]]
            if other[0] == one[0]:
                continue
            both = 2 * (comer in near[mover])  # who changes places is not met there
            then = meets(mover, other[0]) + meets(comer, one[0]) - both
            if then < now + meets(comer, other[0]):
                yield min(one, other), max(one, other)


@dataclass(frozen=True, slots=True)
class LateEntry:
    """How long one may enter, and what each round missed gives.

    `until` is the last round into which somebody may enter; `points` are given for each of the first `most` rounds
    missed, nothing for more (None: for all).
    """

    until: int
    points: Fraction = Fraction(0)
    most: int | None = None

    def __post_init__(self) -> None:
        if self.until < 1 or self.points < 0 or (self.most is not None and self.most < 0):
            raise FormatError(
                "Late entry until round {until} with {points} points is invalid. Use round 1 or later and 0 or "
                "more points.",
                until=self.until,
                points=str(self.points),
            )


def late_points(rule: LateEntry, first_round: int) -> tuple[Fraction, ...]:
    """The points for every round missed by who enters in `first_round`, one a round. Raises TooLate after the last."""
    if not 1 <= first_round <= rule.until:
        raise TooLate(
            "Late entry is open until round {until}, not in round {round}.", until=rule.until, round=first_round
        )
    counted = first_round - 1 if rule.most is None else min(rule.most, first_round - 1)
    return (rule.points,) * counted + (Fraction(0),) * (first_round - 1 - counted)


class Withdrawal(Enum):
    ANNUL = "annul"  # less than half is over: all results of the player are annulled
    KEEP = "keep"  # half or more is over: results stand, the player is last without points in the rest


def withdrawal(finished: int, games: int) -> Withdrawal:
    """Which rule applies after `finished` of the player's `games`. Raises ResultError for impossible numbers."""
    if not 0 <= finished <= games or games < 1:
        raise ResultError("{finished} finished games out of {games} is not possible.", finished=finished, games=games)
    return Withdrawal.ANNUL if 2 * finished < games else Withdrawal.KEEP


class Fate(Enum):
    SMALLER = "smaller"  # not over yet: it counts, and where it has not begun is played, without the leaver
    FREE = "free"  # not over yet, and nobody but one is left: it counts for nobody
    AMONG_THEMSELVES = "among-themselves"  # over: the others keep it as a game among themselves
    ANNULLED = "annulled"  # over: with one other only, so nothing is left of it
    STANDS = "stands"
    FORFEITED = "forfeited"  # not begun yet: the leaver is last without points


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Which rule applies, and the fate of each of the player's games by its number among all tables."""

    rule: Withdrawal
    games: tuple[tuple[int, Fate], ...]

    def count(self, fate: Fate) -> int:
        return sum(found is fate for _, found in self.games)


def withdraw(tables: Sequence[Table], player: int, finished: Collection[int]) -> Withdrawn:
    """What becomes of the games of a player who gives up, `finished` being the numbers of tables that are over.

    Raises ResultError for somebody who plays nowhere, and for games that are not there.
    """
    own = [number for number, table in enumerate(tables) if player in table]
    if not own:
        raise ResultError("Player {player} is not at any table.", player=player)
    if strange := set(finished) - set(range(len(tables))):
        raise ResultError("Table {table} does not exist; table numbers start at 0.", table=min(strange))
    rule = withdrawal(sum(number in finished for number in own), len(own))
    return Withdrawn(rule, tuple((number, _fate(rule, len(tables[number]), number in finished)) for number in own))


def _fate(rule: Withdrawal, size: int, is_finished: bool) -> Fate:
    if rule is Withdrawal.KEEP:
        return Fate.STANDS if is_finished else Fate.FORFEITED
    if is_finished:
        return Fate.AMONG_THEMSELVES if size > 2 else Fate.ANNULLED
    return Fate.SMALLER if size > 2 else Fate.FREE


def among_themselves(places: Sequence[int], gone: Collection[int]) -> tuple[int | None, ...]:
    """The places of a table without the seats in `gone`: who came second of four behind a winner who is annulled is
    first of three. None for those who are gone. Points are those of a table of so many as are left."""
    if unknown := set(gone) - set(range(len(places))):
        raise ResultError("Seat {seat} does not exist at a table of {size}.", seat=min(unknown), size=len(places))
    left = [place for seat, place in enumerate(places) if seat not in gone]
    return tuple(
        None if seat in gone else 1 + sum(other < place for other in left) for seat, place in enumerate(places)
    )
