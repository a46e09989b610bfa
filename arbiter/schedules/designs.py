"""Schedules in closed form: Berger tables (FIDE Handbook C.05, annex 1), cyclic designs and affine planes; how searched ones
are stored; and seats for given tables, so that everybody sits in every seat equally often, give or take one.

Stored is `8 1 : abcd efgh / acef bdgh`: 8 players with 1 game each in one leg and 2 in both.

Even seats are always possible: split each player into copies of at most t games (t seats at a table) and join copies with
their tables. No point of this bipartite graph has more than t lines, so König's theorem (1916) colours the lines with t
colours, none twice at a point. Colours are seats: every table has each once, every full copy has each once.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arbiter.errors import BrokenSchedule, ScheduleSizeError
from arbiter.schedules.bounds import Tables

Pair = tuple[int, int]
"""Two players by number from 1, white first: on this site the earlier seat."""

Round = tuple[Pair, ...]


def berger(players: int) -> tuple[Round, ...]:
    """All rounds in which everybody meets everybody once, boards as published.

    With an odd field the player who would meet number `players + 1` has a bye; that number is in the tables. Round r
    begins with the pair of the highest number n: (r+1)/2 against n for odd r, n against n/2 + r/2 for even r; then a+i
    against a-i for i = 1, 2, …, counted round from n-1 to 1, where a is the opponent of n. Raises ScheduleSizeError
    for fewer than two players.
    """
    if players < 2:
        raise ScheduleSizeError("A round-robin needs at least 2 players, not {players}.", players=players)
    last = players + players % 2
    return tuple(_round(last, number) for number in range(1, last))


def _round(last: int, number: int) -> Round:
    anchor = (number + 1) // 2 if number % 2 else last // 2 + number // 2
    first = (anchor, last) if number % 2 else (last, anchor)
    return (
        first,
        *(((anchor + i - 1) % (last - 1) + 1, (anchor - i - 1) % (last - 1) + 1) for i in range(1, last // 2)),
    )


def double_berger(players: int) -> tuple[Round, ...]:
    """Everybody meets everybody twice, the second time with colours reversed.

    The last two rounds of the first cycle are exchanged, as FIDE recommends (C.05, annex 1), so that nobody has the
    same colour three times running.
    """
    first = list(berger(players))
    back = [tuple((black, white) for white, black in pairs) for pairs in first]
    if len(first) > 1:
        first[-2], first[-1] = first[-1], first[-2]
    return (*first, *back)


def bye_number(players: int) -> int | None:
    """The number in the tables that stands for a bye, or None in an even field."""
    return players + 1 if players % 2 else None


CYCLIC: dict[tuple[int, int], tuple[int, ...]] = {
    (7, 4): (0, 3, 5, 6),
    (7, 3): (0, 1, 3),
    (13, 4): (0, 1, 3, 9),
    (21, 5): (0, 1, 4, 14, 16),
    (11, 5): (1, 3, 4, 5, 9),
}
"""For (players, table) the base table: all differences occur equally often, so all pairs meet equally often."""

PLANES = (3, 4, 5)
"""Orders of the affine planes offered: n tables of n for n·n players, n+1 rounds."""

_FOUR = (
    ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)),
    ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2)),
)
"""Sums and products of the field of four elements; three and five are counted modulo three and five."""


def everybody(players: int, games: int) -> Tables:
    """One table of all in every game, each time a seat further, so that seats stay within one game of each other."""
    return tuple(tuple((game + seat) % players + 1 for seat in range(players)) for game in range(games))


def cyclic(players: int, table: int) -> Tables | None:
    """Table i is the base table plus i, modulo the number of players, or None when no base table is known.

    Player number = residue + 1. The place in the base table is the seat, so everybody sits in every seat exactly once.
    """
    base = CYCLIC.get((players, table))
    if base is None:
        return None
    return tuple(tuple((residue + shift) % players + 1 for residue in base) for shift in range(players))


def affine(order: int) -> tuple[Tables, ...] | None:
    """The n+1 rounds of the affine plane of order n: everybody plays every round, every pair meets exactly once.

    Player (x, y) has number n·x + y + 1. A round is a class of parallel lines y = m·x + c, the last one x = c. None
    for orders that are not offered.
    """
    if order not in PLANES:
        return None
    field = range(order)
    sloped = [
        tuple(tuple(order * x + _plus(order, _times(order, m, x), c) + 1 for x in field) for c in field) for m in field
    ]
    upright = tuple(tuple(order * x + y + 1 for y in field) for x in field)
    return (*sloped, upright)


def _plus(order: int, one: int, other: int) -> int:
    return _FOUR[0][one][other] if order == 4 else (one + other) % order


def _times(order: int, one: int, other: int) -> int:
    return _FOUR[1][one][other] if order == 4 else one * other % order


def everybody_but_one(players: int) -> Tables:
    """Tables of all but one player each: v-1 games each, every pair meets v-2 times, every seat exactly once."""
    return tuple(tuple((place + shift) % players + 1 for place in range(players - 1)) for shift in range(players))


def order_of(players: int, table: int) -> int | None:
    return table if table in PLANES and players == table * table else None


def lines(order: int) -> Tables:
    return tuple(table for tables in affine(order) or () for table in tables)


LETTERS = "abcdefghijklmnop"


@dataclass(frozen=True, slots=True)
class StoredSchedule:
    """The tables of both legs; `games` is what each player plays in one leg."""

    players: int
    games: int
    first: Tables
    second: Tables


def read_entries(path: Path) -> Iterator[StoredSchedule]:
    """The entries of a file. Raises BrokenSchedule with the line that cannot be read."""
    for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), start=1):
        if line and not line.startswith("#"):
            try:
                sizes, tables = line.split(" : ")
                players, games = map(int, sizes.split())
                first, second = tables.split(" / ")
                yield StoredSchedule(players, games, _tables(first), _tables(second))
            except (ValueError, KeyError) as error:
                raise BrokenSchedule(
                    "{file}, line {number}: expected `players games : tables / tables`.", file=path.name, number=number
                ) from error


def _tables(words: str) -> Tables:
    return tuple(tuple(LETTERS.index(letter) + 1 for letter in word) for word in words.split())


NOBODY = -1


def seated(tables: Sequence[Iterable[int]]) -> Tables:
    """The same tables, all of one size, in the same order, with players in the order of their seats.

    Every player's seat counts differ by at most 1 over all tables, and within each stretch of t games from the first.
    """
    groups = [tuple(table) for table in tables]
    seats = max(map(len, groups), default=0)
    games: dict[int, int] = {}
    lines = []
    for place, table in enumerate(groups):
        for player in table:
            played = games.get(player, 0)
            games[player] = played + 1
            lines.append(((player, played // seats), place))
    return _coloured(lines, len(groups), seats)


def _coloured(lines: list[tuple[tuple[int, int], int]], tables: int, seats: int) -> Tables:
    """Colour line by line; when copy and table have no free seat in common, swap two seats along a path."""
    at_table: list[dict[int, tuple[int, int]]] = [{} for _ in range(tables)]
    of_copy: dict[tuple[int, int], dict[int, int]] = {}
    for copy, place in lines:
        mine = of_copy.setdefault(copy, {})
        free_here = next(seat for seat in range(seats) if seat not in at_table[place])
        free_mine = next(seat for seat in range(seats) if seat not in mine)
        if free_here in mine:
            _swap_path(at_table, of_copy, copy, free_here, free_mine)
        mine[free_here] = place
        at_table[place][free_here] = copy
    return tuple(tuple(table[seat][0] for seat in range(seats)) for table in at_table)


def _swap_path(
    at_table: list[dict[int, tuple[int, int]]],
    of_copy: dict[tuple[int, int], dict[int, int]],
    copy: tuple[int, int],
    taken: int,
    free: int,
) -> None:
    """Exchange the seats `taken` and `free` along the path that starts at `copy`, so that `taken` becomes free there."""
    path: list[tuple[tuple[int, int], int, int]] = []
    here, seat = copy, taken
    while True:
        place = of_copy[here].get(seat, NOBODY)
        if place == NOBODY:
            break
        path.append((here, place, seat))
        other = taken + free - seat
        there = at_table[place].get(other)
        if there is None:
            break
        path.append((there, place, other))
        here = there
    for who, place, seat in path:
        del of_copy[who][seat]
        del at_table[place][seat]
    for who, place, seat in path:
        of_copy[who][taken + free - seat] = place
        at_table[place][taken + free - seat] = who
