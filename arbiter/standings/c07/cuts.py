"""Cut and median modifiers (14) with the exception for rounds unplayed of one's own will (16.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter.standings.arithmetic import Cut, Term, without


@dataclass(frozen=True, slots=True)
class Cuts:
    """How many of the lowest and of the highest contributions do not count: C1 is (1, 0), M1 is (1, 1)."""

    low: int = 0
    high: int = 0


NO_CUTS = Cuts()


def cut(terms: Sequence[Term], cuts: Cuts, voluntary: frozenset[int] = frozenset()) -> list[Term]:
    """The terms with the cut ones marked, the low ones first; `voluntary` names the rounds to which 16.5 applies.

    A contribution is the lowest by its opponent's score, then by its amount, then by its round: for Sonneborn-Berger
    the product with the weakest opponent goes, not the smallest product (14.1).
    """
    left = list(terms)
    for _ in range(min(cuts.low, len(left))):
        left = _cut_low(left, voluntary)
    high = min(cuts.high, sum(term.cut is None for term in left))
    for _ in range(high):
        place = max(_open(left), key=lambda place: (left[place].number, left[place].amount))
        left = without(left, [place], Cut.HIGHEST)
    return left


def _cut_low(terms: list[Term], voluntary: frozenset[int]) -> list[Term]:
    """One low cut: the lowest voluntary contribution, unless it is less than the lowest of all (16.5)."""

    def order(place: int) -> tuple[object, ...]:
        return terms[place].number, terms[place].amount

    lowest = min(_open(terms), key=order)
    mine = [place for place in _open(terms) if terms[place].round_number in voluntary]
    if mine:
        unplayed = min(mine, key=order)
        if terms[unplayed].amount >= terms[lowest].amount:
            return without(terms, [unplayed], Cut.UNPLAYED)
    return without(terms, [lowest], Cut.LOWEST)


def _open(terms: Sequence[Term]) -> list[int]:
    return [place for place, term in enumerate(terms) if term.cut is None]
