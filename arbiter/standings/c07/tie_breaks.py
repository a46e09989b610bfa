"""Tie-breaks from one's own record (7), from ratings (10), and the direct encounter (6).

What is won or played "over the board" was played in round robins too: FIDE's own server counts no forfeit there, although
15.2 could be read to make forfeit wins games of one's record. WIN counts them anywhere.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import floor

from arbiter.fide import dp, expected_percent
from arbiter.standings.c07.buchholz import NO_CUTS, Cuts, counts_as_game, cut, played
from arbiter.standings.c07.tournament import Forfeits, Round, ScoredTournament
from arbiter.standings.ranking import (
    NOTHING,
    Basis,
    Cut,
    How,
    Rounding,
    Term,
    Value,
    direct_encounter_places,
    mean,
    total,
)

ONE, HALF_POINT, NONE = Fraction(1), Fraction(1, 2), Fraction(0)


def progressive_score(tournament: ScoredTournament, number: int, first_rounds_cut: int = 0) -> Value:
    """PS (7.5): the sum of the scores after each round; Cut-1 leaves out the one after the first round (14.1)."""
    terms: list[Term] = []
    score = NONE
    for index, one in enumerate(tournament.rounds_of(number), start=1):
        score += one.points
        cut = Cut.FIRST_ROUND if index <= first_rounds_cut else None
        terms.append(Term(score, Basis.RUNNING_SCORE, index, one.opponent, cut=cut))
    return total(terms)


def standard_points(tournament: ScoredTournament, number: int) -> Value:
    """STD (7.7): one for every round that gave more than a draw, a half for as much, whatever the point system."""

    def standard(one: Round) -> Fraction:
        if one.points == tournament.scale.draw:
            return HALF_POINT
        return ONE if one.points > tournament.scale.draw else NONE

    return by_round(tournament, number, standard)


def by_round(tournament: ScoredTournament, number: int, amount: Callable[[Round], Fraction | bool]) -> Value:
    """What an entrant's rounds add up to, a term for each; a claim counts one where it holds."""
    return total(
        Term(Fraction(amount(one)), Basis.RESULT, index, one.opponent)
        for index, one in enumerate(tournament.rounds_of(number), start=1)
    )


UNREACHED = 800  # points of rating: as far as the tables go


def average_rating_of_opponents(tournament: ScoredTournament, number: int, cuts: Cuts = NO_CUTS) -> Value:
    """ARO (10.1): the mean rating of the opponents played, to whole points, halves up."""
    if not tournament.all_rated:
        return NOTHING
    return mean(cut(ratings_met(tournament, number), cuts), Rounding.WHOLE)


def tournament_performance(tournament: ScoredTournament, number: int) -> Value:
    """TPR (10.2): the mean rating of the opponents plus the difference that the percentage scored stands for."""
    average = average_rating_of_opponents(tournament, number)
    if average.amount is None:
        return NOTHING
    scored = score_over_the_board(tournament, number)
    percent = floor(scored * 100 / len(average.terms) + HALF_POINT)
    added = Fraction(dp(percent))
    return Value(average.amount + added, average.terms, How.MEAN, Rounding.WHOLE, added)


def perfect_performance(tournament: ScoredTournament, number: int) -> Value:
    """PTP (10.3): the lowest rating whose expected score reaches the score.

    Without a point it is 800 below the lowest opponent. Differences are not held to 400 here.
    """
    terms = tuple(ratings_met(tournament, number)) if tournament.all_rated else ()
    if not terms:
        return NOTHING
    ratings = [int(term.number) for term in terms]
    scored = score_over_the_board(tournament, number)
    if scored == 0:
        return Value(Fraction(min(ratings) - UNREACHED), terms, How.SEARCH)
    low, high = min(ratings) - UNREACHED, max(ratings) + UNREACHED  # expects nothing, expects everything
    while high - low > 1:
        middle = (low + high) // 2
        if sum(expected_percent(middle - rating) for rating in ratings) >= scored * 100:
            high = middle
        else:
            low = middle
    return Value(Fraction(high), terms, How.SEARCH)


def rating(tournament: ScoredTournament, number: int) -> Value:
    """RTNG (10.6): one's own rating, high ones first; /R the other way round."""
    own = tournament.by_number[number].rating
    if own is None or not tournament.all_rated:
        return NOTHING
    return total([Term(Fraction(own), Basis.OWN)])


def average_of(value: Callable[[ScoredTournament, int], Value], tournament: ScoredTournament, number: int) -> Value:
    """APRO (10.4) and APPO (10.5): the mean performance of one sort of the opponents played, to whole points, halves up."""
    terms = []
    for index, opponent in played(tournament, number):
        amount = value(tournament, opponent).amount
        if amount is not None:
            terms.append(Term(amount, Basis.OPPONENT_VALUE, index, opponent))
    return mean(terms, Rounding.WHOLE)


def ratings_met(tournament: ScoredTournament, number: int) -> list[Term]:
    return [
        Term(Fraction(tournament.by_number[opponent].rating or 0), Basis.OPPONENT_RATING, index, opponent)
        for index, opponent in played(tournament, number)
    ]


def score_over_the_board(tournament: ScoredTournament, number: int) -> Fraction:
    """The score of the games played, a win being one whatever the point system."""
    rounds = tournament.rounds_of(number)
    return sum(
        (
            term.amount
            for term in standard_points(tournament, number).terms
            if term.round_number and rounds[term.round_number - 1].is_played
        ),
        Fraction(0),
    )


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

    def encounter(group: Sequence[int]) -> tuple[Mapping[int, tuple[Term, ...]], list[tuple[int, ...]]]:
        scores = {number: score_against(tournament, number, group, forfeits) for number in group}
        return {number: score.terms for number, score in scores.items()}, certain_places(scores)

    return direct_encounter_places(level, encounter)


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
