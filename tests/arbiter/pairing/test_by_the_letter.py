"""The fast way and the letter of the rules give the same answer for small brackets of every kind."""

from __future__ import annotations

from random import Random

import pytest

from arbiter.errors import NoLegalPairing
from arbiter.pairing.dutch.field import Entrant
from arbiter.pairing.dutch.generation import best_candidate
from arbiter.pairing.dutch.legal import Bracket, Legal, c5_byes
from tests.arbiter.pairing.by_the_letter import Judge, best_by_the_letter
from tests.arbiter.pairing.players import entrant, met_both_ways, top_bracket
from tests.seldom import first_few

COLOURS = ["", "w", "b", "wb", "bw", "ww", "bb", "wbb", "bww", "wbw", "bwb", "wwb", "bbw", "wbww", "bwbb", "wbwb"]
FLOATS = ["--", "--", "v-", "-v", "^-", "-^", "vv", "^^", "v^", "^v"]


def some_field(chance: Random, *, moved: int, groups: list[int], last_round: bool) -> list[Entrant]:
    """Players of `groups` sizes by score, `moved` more above them, with random pasts."""
    scores = [50 + 5 * chance.randrange(3) for _ in range(moved)]
    scores += [40 - 10 * index for index, size in enumerate(groups) for _ in range(size)]
    numbers = chance.sample(range(1, len(scores) + 1), len(scores))
    density = chance.choice([0.0, 0.2, 0.4, 0.6])
    palette = COLOURS if chance.random() < 0.7 else ["ww", "bb", "wwb", "w"]
    return met_both_ways(
        entrant(
            number,
            score,
            chance.choice(palette),
            met=[other for other in numbers if other < number and chance.random() < density],
            floats=chance.choice(FLOATS),
            unplayed=chance.choice([0, 0, 0, 1, 2]),
            may_have_bye=chance.random() < 0.7,
            is_topscorer=last_round and score >= 40,
        )
        for number, score in zip(numbers, scores, strict=True)
    )


def bracket_of(players: list[Entrant], moved: int) -> Bracket | None:
    """The top bracket, unless the field cannot be paired at all."""
    try:
        byes = c5_byes(Legal(players))
    except NoLegalPairing:
        return None
    named = [one.number for place, one in enumerate(players) if byes >> place & 1]
    return top_bracket(players, moved_down=moved, byes=named)


@pytest.mark.parametrize("seed", first_few(range(40), 14))
def test_a_small_bracket_is_paired_by_the_letter(seed: int) -> None:
    """3.6 to 3.8 with C4 to C21: 25 brackets a seed, with and without moved-down players, byes and topscorers."""
    chance = Random(seed)
    judged = 0
    while judged < 25:
        moved = chance.choice([0, 0, 1, 2, 3])
        groups = [chance.randrange(1, 9 - moved), *(chance.randrange(1, 4) for _ in range(chance.randrange(3)))]
        bracket = bracket_of(some_field(chance, moved=moved, groups=groups, last_round=chance.random() < 0.3), moved)
        expected = best_by_the_letter(bracket) if bracket else None
        if not bracket or not expected:
            continue
        judged += 1
        answer = best_candidate(bracket)
        got = (tuple(sorted(answer.pairs)), tuple(sorted(answer.downfloaters)))
        wanted = (tuple(sorted(expected[0])), tuple(sorted(expected[1])))
        judge = Judge(bracket)
        named = [one.number for one in bracket.legal.entrants]
        assert got == wanted, f"{named} {judge.value(got)} instead of {judge.value(wanted)}: {bracket}"


def test_the_letter_is_not_trivial() -> None:
    """The random brackets do exchange, transpose and float for every reason, so the comparison means something."""
    chance = Random(1)
    seen: set[str] = set()
    for _ in range(400):
        moved = chance.choice([0, 1, 2])
        bracket = bracket_of(
            some_field(chance, moved=moved, groups=[chance.randrange(2, 6), 2], last_round=False), moved
        )
        expected = best_by_the_letter(bracket) if bracket else None
        if bracket and expected:
            pairs, floating = expected
            remainder = [pair for pair in pairs if pair[0] not in bracket.moved_down]
            places = sorted(place for pair in remainder for place in pair)
            half = places[len(places) // 2 - 1] if places else -1
            seen |= {"exchange"} if any(one > half for one, _ in remainder) else set()
            seen |= {"limbo"} if set(floating) & set(bracket.moved_down) else set()
            seen |= {"two floats"} if len(floating) > 1 else set()
            seen |= {"outlook"} if best_candidate(bracket).exact_outlook else set()
    assert seen == {"exchange", "limbo", "two floats", "outlook"}
