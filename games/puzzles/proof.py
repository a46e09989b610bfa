"""How good the choices of a puzzle are: each is played out to the end of the game in the same guessed futures.

The futures are drawn from what the seat sees, so a proof knows no more than the reader.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final

import engine
from engine.bots import judge

SURE: Final = 1.96
"""Standard errors on both sides of a mean that hold the true one in 95 % of all cases."""


LEVEL: Final = 0.05
"""Less than this is no difference worth a figure: rubles left, where points are equal."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, by how many points its seat leads over the mean of the others at the end, and by how many it is `behind` the best
    choice, give or take `within` (95 %)."""

    move: str
    ahead: float
    behind: float
    within: float

    @property
    def is_right(self) -> bool:
        """The best choice, or one that cannot be told from it."""
        return self.behind <= max(self.within, LEVEL)

    def to_json(self) -> list[object]:
        return [self.move, round(self.ahead, 2), round(self.behind, 2), round(self.within, 2)]


def prove(view: engine.View, moves: Sequence[engine.Move], futures: int, seed: str) -> list[Choice]:
    """These moves of the viewer after so many play-outs each, the best first. The same arguments give the same figures."""
    seat, chance = view.viewer, Random(seed)
    assert seat is not None
    leads: list[list[float]] = [[] for _move in moves]
    for number in range(futures):
        future = engine.guess(view, chance)
        for found, move in zip(leads, moves, strict=True):
            found.append(judge.played_on(future, seat, move, judge.temper_of(number)).ahead)
    best = max(leads, key=fmean)
    choices = [_against(best, found, str(move)) for found, move in zip(leads, moves, strict=True)]
    return sorted(choices, key=lambda one: one.behind)


def _against(best: Sequence[float], found: Sequence[float], move: str) -> Choice:
    lost = [most - own for most, own in zip(best, found, strict=True)]
    return Choice(move, fmean(found), fmean(lost), SURE * stdev(lost) / sqrt(len(lost)))
