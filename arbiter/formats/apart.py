"""People who are kept apart come into different groups, as far as that goes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

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
