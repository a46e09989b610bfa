"""People who are kept apart come into different groups by a swap of neighbours."""

from __future__ import annotations

import random
from itertools import combinations

from arbiter.formats.groups import kept_apart, together


def test_two_who_share_a_group_are_parted_by_the_shortest_swap() -> None:
    dealt = ((1, 4, 5, 8), (2, 3, 6, 7))
    assert kept_apart(dealt, {(1, 4)}) == ((2, 4, 5, 8), (1, 3, 6, 7))
    assert kept_apart(dealt, {(1, 2)}) == dealt
    assert kept_apart(dealt[:1], {(1, 4)}) == dealt[:1]
    assert together(dealt, {(1, 4), (4, 2), (9, 1)}) == {(1, 4)}


def test_nobody_is_lost_groups_keep_their_sizes_and_no_swap_is_left_that_helps() -> None:
    chance = random.Random(5)
    for _ in range(60):
        sizes = [chance.randint(3, 6) for _ in range(chance.randint(2, 4))]
        players = chance.sample(range(sum(sizes)), sum(sizes))
        dealt = [[players.pop() for _ in range(size)] for size in sizes]
        apart = set(chance.sample(list(combinations(range(sum(sizes)), 2)), chance.randint(1, 8)))
        found = kept_apart(dealt, apart)
        assert list(map(len, found)) == sizes
        assert sorted(player for group in found for player in group) == list(range(sum(sizes)))
        left = len(together(found, apart))
        assert left <= len(together(dealt, apart))
        for one, other in combinations(range(sum(sizes)), 2):
            turn = {one: other, other: one}
            swapped = [[turn.get(player, player) for player in group] for group in found]
            assert len(together(swapped, apart)) >= left
