"""The draw of a knockout: seeds folded, so that the best meet as late as possible; byes for the best."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from arbiter.errors import FieldSizeError
from arbiter.formats.assignment import assignment

Slot = int | None
"""A player's number, or nobody: who stands against nobody has a bye."""


def fold(size: int) -> tuple[int, ...]:
    """The seeds from top to bottom of a draw of `size` places, a power of two: 8 gives 1 8 4 5 2 7 3 6.

    In every round the sum of the seeds of a match is the same if no lower seed wins.
    """
    if size < 1 or size & (size - 1):
        raise FieldSizeError("A draw must have 1, 2, 4, 8, … places, not {size}.", size=size)
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(seed for top in order for seed in (top, total - top))
    return order


def draw(
    seeds: Sequence[int], groups: Mapping[int, int] | None = None, apart: Collection[tuple[int, int]] = ()
) -> tuple[tuple[Slot, Slot], ...]:
    """The first round from top to bottom: pairs of players, the better seed first.

    `seeds` are the players from the best down; the places that are missing to a power of two are byes of the best.
    `groups` says who comes from which group: as few matches of the first round as can be are between two of a group,
    for which as few as can be of the lower seeds change places, and these go no farther than they must. In the same way,
    and before that, the pairs in `apart` do not meet in the first round. Raises FieldSizeError for fewer than two players
    or somebody twice.
    """
    if len(seeds) < 2 or len(set(seeds)) != len(seeds):
        raise FieldSizeError("A knockout needs at least two players, each listed once.")
    size = 1 << (len(seeds) - 1).bit_length()
    places: list[Slot] = [*seeds, *[None] * (size - len(seeds))]
    kept = {frozenset(pair) for pair in apart if set(pair) <= set(seeds)}
    if groups or kept:
        _part_groups(places, groups or {}, kept)
    order = fold(size)
    return tuple((places[order[i] - 1], places[order[i + 1] - 1]) for i in range(0, size, 2))


def _part_groups(places: list[Slot], groups: Mapping[int, int], apart: Collection[frozenset[Slot]]) -> None:
    """Rearrange the lower half against the upper half, which stays, so that people and groups are apart.

    Of all ways those with the fewest matches of people kept apart, of these those with the fewest inside a group, of these
    those in which the fewest players move, and of these one in which the moves together are the shortest.
    """
    size = len(places)
    uppers = [place for place in range(size // 2) if places[size - 1 - place] is not None]
    lowers = [size - 1 - place for place in uppers]

    def cost(upper: int, lower: int) -> int:
        """Two kept apart, clash, move and way in one number, each worth more than all of the next together."""
        one, other = places[upper], places[lower]
        clash = one is not None and other is not None and one in groups and groups[one] == groups.get(other)
        way = abs(lower - (size - 1 - upper))
        return ((({one, other} in apart) * size + clash) * size + bool(way)) * size * size + way

    if max(map(cost, uppers, lowers), default=0) == 0:
        return
    given = assignment([[cost(upper, lower) for lower in lowers] for upper in uppers])
    before = list(places)
    for number, column in enumerate(given):
        places[lowers[number]] = before[lowers[column]]
