"""Tie-breaks from ratings (10). They part nobody where somebody in the tournament has no rating."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor

from arbiter.ratings.fide_tables import dp, expected_percent
from arbiter.standings.arithmetic import NOTHING, Basis, How, Rounding, Term, Value, mean, total
from arbiter.standings.c07.buchholz import played
from arbiter.standings.c07.cuts import NO_CUTS, Cuts, cut
from arbiter.standings.c07.own_record import standard_points
from arbiter.standings.c07.tournament import ScoredTournament

HALF = Fraction(1, 2)
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
    percent = floor(scored * 100 / len(average.terms) + HALF)
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


def average_performance_of_opponents(tournament: ScoredTournament, number: int) -> Value:
    """APRO (10.4): the mean tournament performance of the opponents played, to whole points, halves up."""
    return average_of(tournament_performance, tournament, number)


def average_perfect_performance_of_opponents(tournament: ScoredTournament, number: int) -> Value:
    """APPO (10.5): the mean perfect performance of the opponents played, to whole points, halves up."""
    return average_of(perfect_performance, tournament, number)


def rating(tournament: ScoredTournament, number: int) -> Value:
    """RTNG (10.6): one's own rating, high ones first; /R the other way round."""
    own = tournament.by_number[number].rating
    if own is None or not tournament.all_rated:
        return NOTHING
    return total([Term(Fraction(own), Basis.OWN)])


def average_of(value: Callable[[ScoredTournament, int], Value], tournament: ScoredTournament, number: int) -> Value:
    """The mean of a value of the opponents played."""
    terms = []
    for index, opponent in played(tournament, number):
        amount = value(tournament, opponent).amount
        if amount is not None:
            terms.append(Term(amount, Basis.OPPONENT_VALUE, index, opponent))
    return mean(terms, Rounding.WHOLE)


def ratings_met(tournament: ScoredTournament, number: int) -> list[Term]:
    """The ratings of the opponents played over the board, round by round."""
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
