"""Round-robins at tables known in closed form: cyclic designs and affine planes. Every pair meets equally often."""

from __future__ import annotations

from arbiter.schedules.measures import Tables

CYCLIC: dict[tuple[int, int], tuple[int, ...]] = {
    (7, 4): (0, 3, 5, 6),
    (7, 3): (0, 1, 3),
    (13, 4): (0, 1, 3, 9),
    (21, 5): (0, 1, 4, 14, 16),
    (11, 5): (1, 3, 4, 5, 9),
    (4, 3): (0, 1, 2),
    (5, 4): (0, 1, 2, 3),
    (6, 5): (0, 1, 2, 3, 4),
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
    """The order of the affine plane for these sizes, or None."""
    return table if table in PLANES and players == table * table else None


def lines(order: int) -> Tables:
    """All tables of an affine plane, round after round."""
    return tuple(table for tables in affine(order) or () for table in tables)
