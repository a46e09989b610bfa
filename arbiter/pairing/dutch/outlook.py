"""Whether the downfloaters of a bracket leave the players below them all they could hope for (C4, C8)."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.matching import Edge, cheapest
from arbiter.pairing.dutch.bracket import Bracket
from arbiter.pairing.dutch.completion import can_be_completed, is_dense
from arbiter.pairing.dutch.legal import mask_of, places_of


def leaves_the_best(bracket: Bracket, downfloaters: Sequence[int]) -> bool:
    """Whether all below can be paired (C4) and no other downfloaters could serve the next bracket better (C8).

    False may also mean "cannot tell quickly": then the players below have to be weighed one by one.
    """
    below = mask_of(bracket.following + bracket.lower)
    if not bracket.following:
        return len(downfloaters) == bool(bracket.byes) and not mask_of(downfloaters) & ~bracket.byes
    if not downfloaters:
        return can_be_completed(bracket.legal, below, bracket.byes)
    if bracket.holds_the_bye and len(downfloaters) == 1:
        # He gets the bye. That the next bracket cannot pair him is so for every other choice, too: C8 has no say.
        return bool(bracket.byes >> downfloaters[0] & 1) and can_be_completed(bracket.legal, below, 0)
    if bracket.holds_the_bye or len(downfloaters) > len(bracket.following):
        return False
    return _serve_next(bracket, downfloaters)


def _serve_next(bracket: Bracket, downfloaters: Sequence[int]) -> bool:
    """Whether the next bracket can pair all downfloaters and all others but an odd one, and the rest be completed."""
    legal = bracket.legal
    following, lower = mask_of(bracket.following), mask_of(bracket.lower)
    both = following | mask_of(downfloaters)
    odd = both.bit_count() % 2
    if not odd:
        return can_be_completed(legal, lower, bracket.byes) and _pairs_all(bracket, downfloaters, 0)
    if not bracket.lower:
        return _pairs_all(bracket, downfloaters, bracket.byes & following)
    if _is_roomy(bracket, lower):
        least = (lower.bit_count() + 1) // 2 + 2
        free = mask_of(p for p in bracket.following if (legal.partners[p] & lower).bit_count() >= least)
        if _pairs_all(bracket, downfloaters, free):
            return True
    return False


def _is_roomy(bracket: Bracket, lower: int) -> bool:
    """Whether the players further below can be paired with one more among them and one of them having the bye."""
    has_bye = bool(bracket.byes)
    return is_dense(bracket.legal, lower, spare=2) and (not has_bye or bool(bracket.byes & lower))


def _pairs_all(bracket: Bracket, downfloaters: Sequence[int], leavers: int) -> bool:
    """Whether downfloaters and next residents can all be paired, one of `leavers` (a mask) left out if there are any."""
    legal = bracket.legal
    following = mask_of(bracket.following)
    size = len(downfloaters) + len(bracket.following)
    least = (size + 1) // 2 + 1
    dense = size >= 5 and all(
        (legal.partners[place] & following).bit_count() >= least for place in (*downfloaters, *bracket.following)
    )
    if dense and (leavers or size % 2 == 0):
        return True
    places = [*downfloaters, *bracket.following]
    vertex = {place: index for index, place in enumerate(places)}
    edges: list[Edge] = [
        (vertex[place], vertex[other], 0)
        for place in places
        for other in places_of(legal.partners[place] & following)
        if vertex[place] < vertex[other]
    ]
    edges += [(vertex[place], len(places), 0) for place in places_of(leavers)]
    partner = cheapest([1] * (len(places) + 1), edges)
    return all(mate >= 0 for mate in partner[: len(places)])
