"""The matching library, up to the widest numbers it is given, and the completion of a field (C4, C5)."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tests.tournaments.pairing.players import entrant, met_both_ways
from tournaments.pairing.dutch.completion import c5_byes, can_be_completed, is_dense
from tournaments.pairing.dutch.legal import Legal, mask_of, places_of
from tournaments.pairing.dutch.matching import WEIGHT_BITS, Edge, TooManyCriteria, cheapest
from tournaments.pairing.errors import NoLegalPairing


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


def random_legal(chance: Random) -> Legal:
    size = chance.randrange(1, 10)
    density = chance.random()
    return Legal(
        met_both_ways(
            entrant(
                number,
                10 * chance.randrange(3),
                chance.choice(["", "ww", "bb", "wb"]),
                met=[other for other in range(1, number) if chance.random() < density],
                may_have_bye=chance.random() < 0.5,
            )
            for number in range(1, size + 1)
        )
    )


def completes(legal: Legal, players: frozenset[int], byes: int) -> bool:
    """C4 by trying everything."""
    if not players:
        return True
    first = min(players)
    rest = players - {first}
    if len(players) % 2 and byes >> first & 1 and completes(legal, rest, 0):
        return True
    return any(legal.may_meet(first, other) and completes(legal, rest - {other}, byes) for other in rest)


def test_completion_is_known_exactly() -> None:
    """C4: with the short cut for fields in which everybody may meet most others, and without."""
    chance = Random(4)
    outcomes = set()
    for _ in range(400):
        legal = random_legal(chance)
        everybody = frozenset(range(len(legal.entrants)))
        expected = completes(legal, everybody, legal.byes)
        assert can_be_completed(legal, legal.everybody, legal.byes) is expected
        if is_dense(legal, legal.everybody) and len(everybody) % 2 == 0:
            assert expected
        outcomes.add((expected, is_dense(legal, legal.everybody)))
    assert outcomes == {(True, True), (True, False), (False, True), (False, False)}


def test_the_bye_goes_to_the_lowest_score_that_lets_all_others_be_paired() -> None:
    """C5."""
    chance = Random(5)
    for _ in range(300):
        legal = random_legal(chance)
        everybody = frozenset(range(len(legal.entrants)))
        can_sit_out = [p for p in places_of(legal.byes) if len(everybody) % 2 and completes(legal, everybody - {p}, 0)]
        if len(everybody) % 2 == 0:
            expected: int | None = 0 if completes(legal, everybody, 0) else None
        elif can_sit_out:
            lowest = min(legal.entrants[place].score for place in can_sit_out)
            expected = mask_of(p for p in places_of(legal.byes) if legal.entrants[p].score == lowest)
        else:
            expected = None
        if expected is None:
            with pytest.raises(NoLegalPairing):
                c5_byes(legal)
        else:
            assert c5_byes(legal) == expected
