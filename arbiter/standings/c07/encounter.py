"""Direct encounter (6): what those who are level did against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from arbiter.standings.arithmetic import Basis, How, Term, Value, in_turn
from arbiter.standings.c07.buchholz import counts_as_game
from arbiter.standings.c07.tournament import ScoredTournament
from arbiter.standings.c07.unplayed import Forfeits


@dataclass(frozen=True, slots=True)
class Score:
    """What one of them would have against the others if the encounters that never were had been lost, or won.

    Both are the score itself where there are none such. Where a loss gives points, a missing encounter gives them too.
    """

    certain: Fraction
    possible: Fraction
    terms: tuple[Term, ...]


def direct_encounter(
    tournament: ScoredTournament, level: Sequence[int], forfeits: Forfeits = Forfeits.UNPLAYED
) -> Mapping[int, Value]:
    """DE (6): the places, from 1, of those who are level; equal places are left to the next tie-break.

    6.1: everybody's score against the others. 6.2: where all have met, the order of these scores; it is applied
    anew to those who are still level among themselves, and each term says in which turn it counted. 6.3: where some
    have not met, see `certain_places`.
    """
    places = dict.fromkeys(level, 1)
    terms: dict[int, tuple[Term, ...]] = {}
    open_groups = [(1, tuple(level))]
    while open_groups:
        turn, group = open_groups.pop()
        scores = {number: score_against(tournament, number, group, forfeits) for number in group}
        for number in group:
            terms[number] = (*terms.get(number, ()), *in_turn(scores[number].terms, turn))
        parts = certain_places(scores)
        place = places[group[0]]
        for part in parts:
            for number in part:
                places[number] = place
            place += len(part)
        if len(parts) > 1:
            open_groups.extend((turn + 1, part) for part in parts if len(part) > 1)
    return {number: Value(Fraction(places[number]), terms[number], How.PLACE) for number in level}


def score_against(tournament: ScoredTournament, number: int, group: Sequence[int], forfeits: Forfeits) -> Score:
    """The score against the others of a group (6.1); repeated meetings count as their mean (6.1.2).

    Forfeits do not count in a Swiss, unless /P says so; with fixed pairings they do (15.2).
    """
    met: dict[int, list[Fraction]] = {other: [] for other in group if other != number}
    for one in tournament.rounds_of(number):
        if one.opponent in met and counts_as_game(tournament, one, forfeits):
            met[one.opponent].append(one.points)
    terms = [
        Term(sum(points, Fraction(0)) / len(points), Basis.ENCOUNTER, None, other)
        if points
        else Term(tournament.scale.win, Basis.POSSIBLE, None, other)
        for other, points in met.items()
    ]
    possible = sum((term.amount for term in terms), Fraction(0))
    missing = sum(term.basis is Basis.POSSIBLE for term in terms)
    return Score(possible - missing * (tournament.scale.win - tournament.scale.loss), possible, tuple(terms))


def certain_places(scores: Mapping[int, Score]) -> list[tuple[int, ...]]:
    """The group in parts, the best first.

    6.2: by score where all have met. 6.3: otherwise one comes first only if none of the others could reach that
    score whatever the missing encounters had given; then likewise the second, and so on; the rest stays level.
    """
    order = sorted(scores, key=lambda number: (-scores[number].certain, -scores[number].possible))
    if all(score.certain == score.possible for score in scores.values()):
        return [tuple(part) for _, part in groupby(order, key=lambda number: scores[number].certain)]
    parts: list[tuple[int, ...]] = []
    while len(order) > 1 and scores[order[0]].certain > max(scores[number].possible for number in order[1:]):
        parts.append((order.pop(0),))
    return [*parts, tuple(order)]
