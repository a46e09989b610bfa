"""Where a Swiss in pairs has more rounds than opponents, byes and rematches are spread as evenly as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest

from arbiter.pairing.dutch.field import DutchPlayer, Field, Past
from arbiter.pairing.dutch.rounds import pair_or_fall_back
from arbiter.pairing.violations import Colour

Pairs = tuple[frozenset[int], ...]
MOST_ROUNDS = 12


def pairings(players: Sequence[int]) -> Iterator[Pairs]:
    """Every way to pair an even number of players."""
    if not players:
        yield ()
        return
    first, *others = players
    for other in others:
        for rest in pairings([one for one in others if one != other]):
            yield frozenset((first, other)), *rest


@pytest.mark.parametrize("size", range(3, 9))
@pytest.mark.parametrize("seed", range(5))
def test_no_round_could_spread_byes_and_rematches_more_evenly(size: int, seed: int) -> None:
    chance, numbers = Random(f"{size}:{seed}"), range(1, size + 1)
    past: dict[int, list[Past]] = {number: [] for number in numbers}
    met, byes = Counter[frozenset[int]](), Counter(dict.fromkeys(numbers, 0))
    for _round in range(MOST_ROUNDS):
        players = tuple(DutchPlayer(number, tuple(rows)) for number, rows in past.items())
        found = pair_or_fall_back(Field(players, MOST_ROUNDS))
        pairs = tuple(frozenset(pair) for pair in found.pairs)
        playing = [number for number in numbers if number != found.bye]
        assert sorted(number for pair in pairs for number in pair) == playing
        if found.broken:
            again = min(sum(met[pair] ** 2 for pair in other) for other in pairings(playing))
            assert sum(met[pair] ** 2 for pair in pairs) == again
        if found.bye:
            assert byes[found.bye] == min(byes.values())
            byes[found.bye] += 1
            past[found.bye].append(Past(10, bye=True))
        met.update(pairs)
        for white, black in found.pairs:
            points = chance.choice((0, 5, 10))
            past[white].append(Past(points, black, Colour.WHITE, played=True))
            past[black].append(Past(10 - points, white, Colour.BLACK, played=True))
        often = [met[frozenset(pair)] for pair in combinations(numbers, 2)]
        assert max(byes.values()) - min(byes.values()) <= size % 2
        assert max(often) - min(often) <= (1 if size < 5 else 2)
