"""Whether a field can be paired at all, and who can have the bye (C4, C5)."""

from __future__ import annotations

from random import Random

import pytest

from arbiter.errors import NoLegalPairing
from arbiter.pairing.dutch.legal import Legal, c5_byes, can_be_completed, is_dense, mask_of, places_of
from tests.arbiter.pairing.players import entrant, met_both_ways


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
