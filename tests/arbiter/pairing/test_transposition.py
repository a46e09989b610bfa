"""The first of all cheapest assignments, against trying every permutation (4.2)."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from arbiter.pairing.dutch.generation import FAR, first_transposition


def cheapest_permutations(costs: list[list[int]]) -> list[tuple[int, ...]]:
    """All cheapest assignments in lexicographic order."""
    size = len(costs)
    priced = [(sum(costs[row][p[row]] for row in range(size)), p) for p in permutations(range(size))]
    least = min(cost for cost, _ in priced)
    return [p for cost, p in priced if cost == least] if least < FAR else []


@pytest.mark.parametrize("seed", range(60))
def test_the_first_cheapest_assignment_is_found_from_any_cheapest_one(seed: int) -> None:
    """With closed pairs, and with some last rows whose order does not count."""
    chance = Random(seed)
    size = chance.randrange(1, 7)
    dear = chance.choice([1, 3, 1 << 90])
    costs = [[FAR if chance.random() < 0.25 else chance.randrange(3) * dear for _ in range(size)] for _ in range(size)]
    ranked = chance.randrange(1, size + 1)
    if ranked < size:
        costs[ranked:] = [costs[ranked]] * (size - ranked)
    found = cheapest_permutations(costs)
    for assigned in found:
        assert tuple(first_transposition(costs, assigned, ranked))[:ranked] == found[0][:ranked]
        assert sorted(first_transposition(costs, assigned, ranked)) == list(range(size))
