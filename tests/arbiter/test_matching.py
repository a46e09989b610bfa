"""The matching library, up to the widest numbers it is given."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from arbiter.errors import TooManyCriteria
from arbiter.matching import WEIGHT_BITS, Edge, cheapest


def least_cost(alone: list[int], edges: list[Edge]) -> int:
    """By trying everything."""
    cost = {frozenset(edge[:2]): edge[2] for edge in edges}

    @cache
    def of(rest: frozenset[int]) -> int:
        if not rest:
            return 0
        first = min(rest)
        best = alone[first] + of(rest - {first})
        for other in rest - {first}:
            if frozenset((first, other)) in cost:
                best = min(best, cost[frozenset((first, other))] + of(rest - {first, other}))
        return best

    return of(frozenset(range(len(alone))))


@pytest.mark.parametrize("bits", [3, 60, 64, 100, WEIGHT_BITS - 1])
def test_the_cheapest_pairing_is_found_up_to_the_widest_numbers(bits: int) -> None:
    """Costs that differ in their last bit only must be told apart, or the lowest criterion would be lost."""
    chance = Random(bits)
    for _ in range(60):
        size = chance.randrange(2, 9)
        top = (1 << bits) - 1
        alone = [top // 2 for _ in range(size)]
        edges = [
            (one, other, chance.randrange(2) * (top // 4) + chance.randrange(4))
            for one in range(size)
            for other in range(one)
            if chance.random() < 0.7
        ]
        partner = cheapest(alone, edges)
        cost = {frozenset(edge[:2]): edge[2] for edge in edges}
        found = sum(alone[one] for one in range(size) if partner[one] < 0)
        found += sum(cost[frozenset((one, other))] for one, other in enumerate(partner) if one < other)
        assert found == least_cost(alone, edges)


def test_numbers_that_do_not_fit_are_refused() -> None:
    with pytest.raises(TooManyCriteria) as caught:
        cheapest([1 << WEIGHT_BITS, 1], [(0, 1, 0)])
    assert caught.value.code == "field_too_large"
