"""Seats for given tables, so that everybody sits in every seat equally often, give or take one.

That is always possible: split each player into copies of at most t games (t seats at a table) and join copies with
their tables. No point of this bipartite graph has more than t lines, so König's theorem (1916) colours the lines with t
colours, none twice at a point. Colours are seats: every table has each once, every full copy has each once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbiter.schedules.bounds import Table, Tables

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
    return tuple(_row(table, seats) for table in at_table)


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


def _row(table: dict[int, tuple[int, int]], seats: int) -> Table:
    return tuple(table[seat][0] for seat in range(seats))
