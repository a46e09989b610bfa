"""Pairing a round: bracket by bracket from the top (C.04.3, 1.9), and the stated fallback where there is no pairing.

In this order: as few rematches as can be, as few byes for who may have none, as few pairs of the same absolute colour
preference, the least sum of squared differences of score, the bye as low as can be. People kept apart meet never.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby

from arbiter.errors import NoLegalPairing
from arbiter.matching import cheapest
from arbiter.pairing.dutch.allocation import colour_of_higher
from arbiter.pairing.dutch.bracket import Answer, Bracket
from arbiter.pairing.dutch.candidate import best_candidate
from arbiter.pairing.dutch.criteria import c1_may_meet, c2_may_have_bye, c3_colours_agree
from arbiter.pairing.dutch.field import Entrant, Field, check, entrants_of
from arbiter.pairing.dutch.legal import Legal, c5_byes, mask_of
from arbiter.pairing.dutch.violations import violations
from arbiter.pairing.violations import Colour, Violation


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: pairs of numbers, white (the earlier seat) first, in the order of the boards, and who has the bye.

    What follows explains it: the entrants who were paired, in the order of 1.2, whom the organiser kept apart, the initial
    colour, and a step for each bracket.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    steps: tuple[Step, ...]
    entrants: tuple[Entrant, ...]
    forbidden: frozenset[tuple[int, int]]
    initial: Colour

    def brackets(self) -> Iterator[tuple[Bracket, Answer]]:
        """Every bracket with its answer, from the top."""
        legal = Legal(self.entrants, self.forbidden)
        for step in self.steps:
            yield step.bracket(legal, self.initial), step.answer


@dataclass(frozen=True, slots=True)
class Step:
    """One bracket by the places of its players (see `Bracket`) and its answer, to explain the round by."""

    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...]
    lower: tuple[int, ...]
    byes: int
    answer: Answer

    @classmethod
    def of(cls, bracket: Bracket, answer: Answer) -> Step:
        """The step of a bracket."""
        return cls(bracket.moved_down, bracket.residents, bracket.following, bracket.lower, bracket.byes, answer)

    def bracket(self, legal: Legal, initial: Colour) -> Bracket:
        """The bracket again."""
        return Bracket(legal, initial, self.moved_down, self.residents, self.following, self.lower, self.byes)


def pair_round(field: Field) -> Pairing:
    """The pairing of the next round. Raises NoLegalPairing when there is none, a FieldError for a broken past."""
    check(field)
    everybody = {entrant.number: entrant for entrant in entrants_of(field)}
    standing = {number for pair in field.fixed for number in pair}
    entrants = [entrant for entrant in everybody.values() if entrant.number not in standing]
    steps = list(pair_brackets(Legal(entrants, field.forbidden), field.initial))
    pairs = [pair for step in steps for pair in step.answer.pairs]
    byes = steps[-1].answer.downfloaters if steps else ()
    found = [seated(entrants[one], entrants[other], field.initial) for one, other in map(sorted, pairs)]
    return Pairing(
        pairs=tuple(sorted((*field.fixed, *found), key=lambda pair: board_order(everybody, pair))),
        bye=entrants[byes[0]].number if byes else None,
        steps=tuple(steps),
        entrants=tuple(entrants),
        forbidden=field.forbidden,
        initial=field.initial,
    )


def board_order(everybody: Mapping[int, Entrant], pair: tuple[int, int]) -> tuple[int, int, int]:
    """Boards: the score of the higher player, then the sum of both, then the rank of the higher one."""
    higher, lower = sorted((everybody[number] for number in pair), key=lambda entrant: entrant.order)
    return -higher.score, -(higher.score + lower.score), higher.order[1]


def seated(higher: Entrant, lower: Entrant, initial: Colour) -> tuple[int, int]:
    """The numbers of a pair, white first."""
    if colour_of_higher(higher, lower, initial) is Colour.WHITE:
        return higher.number, lower.number
    return lower.number, higher.number


def pair_brackets(legal: Legal, initial: Colour) -> Iterator[Step]:
    """The brackets from the top down; who is left unpaired in one moves down to the next (1.9.2)."""
    byes = c5_byes(legal)
    groups = score_groups(legal.entrants)
    moved: tuple[int, ...] = ()
    for index, group in enumerate(groups):
        following = groups[index + 1] if index + 1 < len(groups) else ()
        lower = tuple(place for other in groups[index + 2 :] for place in other)
        bracket = Bracket(legal, initial, moved, group, following, lower, byes)
        answer = best_candidate(bracket)
        yield Step.of(bracket, answer)
        moved = answer.downfloaters
    if len(moved) > bool(byes):  # moved-down players whom nobody but each other can meet
        bracket = Bracket(legal, initial, (), moved, (), (), byes & mask_of(moved))
        yield Step.of(bracket, best_candidate(bracket))


def score_groups(entrants: Sequence[Entrant]) -> list[tuple[int, ...]]:
    """The places of the players of each score, the highest score first (1.3.1)."""
    return [tuple(places) for _, places in groupby(range(len(entrants)), key=lambda place: entrants[place].score)]


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
