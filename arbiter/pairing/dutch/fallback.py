"""The stated fallback of a round for which the Dutch system has no pairing: the pairing that breaks least.

In this order: as few rematches as can be, as few byes for who may have none, as few pairs of the same absolute colour
preference, the least sum of squared differences of score, the bye as low as can be. People kept apart meet never.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from arbiter.errors import NoLegalPairing
from arbiter.matching import cheapest
from arbiter.pairing.dutch.criteria import c1_may_meet, c2_may_have_bye, c3_colours_agree
from arbiter.pairing.dutch.entrant import Entrant, entrants_of
from arbiter.pairing.dutch.field import Field
from arbiter.pairing.dutch.rounds import board_order, pair_round, seated
from arbiter.pairing.dutch.violations import violations
from arbiter.pairing.violations import Violation


@dataclass(frozen=True, slots=True)
class Fallback:
    """A round by the rules, or by the fallback with what it violates: `broken` is empty by the rules."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    broken: tuple[Violation, ...] = ()


def pair_or_fall_back(field: Field) -> Fallback:
    """The Dutch pairing where there is one, else the one that breaks least.

    Raises NoLegalPairing only when people kept apart leave none at all, FieldError for a broken past.
    """
    try:
        pairing = pair_round(field)
    except NoLegalPairing:
        return _breaking_least(field)
    return Fallback(pairing.pairs, pairing.bye)


def _breaking_least(field: Field) -> Fallback:
    everybody = {entrant.number: entrant for entrant in entrants_of(field)}
    standing = {number for pair in field.fixed for number in pair}
    entrants = [entrant for entrant in everybody.values() if entrant.number not in standing]
    apart = {tuple(sorted(pair)) for pair in field.forbidden}
    unit = _units(entrants)
    nobody = len(entrants)  # an odd field has one chair too many
    size = nobody + nobody % 2
    edges = [
        (one, other, _cost(entrants[one], entrants[other], unit))
        for one, other in combinations(range(nobody), 2)
        if tuple(sorted((entrants[one].number, entrants[other].number))) not in apart
    ]
    if nobody % 2:
        edges += [(place, nobody, _bye_cost(entrant, entrants, unit)) for place, entrant in enumerate(entrants)]
    alone = (max((cost for *_, cost in edges), default=0) + 1) * (size + 1)
    partner = cheapest([alone] * size, edges)
    if -1 in partner:
        raise NoLegalPairing("With these players kept apart, no pairing is possible, not even one with rematches.")
    bye = entrants[partner[nobody]].number if nobody % 2 else None
    found = [
        seated(entrants[one], entrants[other], field.initial)
        for one, other in enumerate(partner[:nobody])
        if one < other < nobody
    ]
    pairs = tuple(sorted((*field.fixed, *found), key=lambda pair: board_order(everybody, pair)))
    broken = violations(replace(field, fixed=()), pairs, () if bye is None else (bye,))
    return Fallback(pairs, bye, broken)


def _units(entrants: list[Entrant]) -> tuple[int, int, int]:
    """What a rematch, a bye out of order and a clash of colours weigh against a tenth of a point squared."""
    scores = [entrant.score for entrant in entrants] or [0]
    widest = (max(scores) - min(scores)) ** 2 + 1
    clash = widest * (len(entrants) + 1)
    bye = clash * (len(entrants) + 1)
    return bye * 2, bye, clash


def _cost(one: Entrant, other: Entrant, unit: tuple[int, int, int]) -> int:
    rematch, _, clash = unit
    cost = (one.score - other.score) ** 2
    cost += 0 if c3_colours_agree(one, other) else clash
    return cost + (0 if c1_may_meet(one, other) else rematch)


def _bye_cost(entrant: Entrant, entrants: list[Entrant], unit: tuple[int, int, int]) -> int:
    lowest = min(other.score for other in entrants)
    return (entrant.score - lowest) ** 2 + (0 if c2_may_have_bye(entrant) else unit[1])
