"""Tie-breaks from one's own record (7).

What is won or played "over the board" was played in round robins too: FIDE's own server counts no forfeit there, although
15.2 could be read to make forfeit wins games of one's record. WIN counts them anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from arbiter.pairing.colours import Colour
from arbiter.standings.arithmetic import Basis, Cut, Term, Value, total
from arbiter.standings.c07.tournament import Kind, Round, ScoredTournament

ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)
NOT_ELECTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE, Kind.FORFEIT_LOSS})


def wins(tournament: ScoredTournament, number: int) -> Value:
    """WIN (7.1): the rounds that gave as much as a win, played or not."""
    return count(tournament, number, lambda one: one.points == tournament.scale.win)


def games_won(tournament: ScoredTournament, number: int) -> Value:
    """WON (7.2): the games won over the board."""
    return count(tournament, number, lambda one: one.is_played and one.points == tournament.scale.win)


def games_with_black(tournament: ScoredTournament, number: int) -> Value:
    """BPG (7.3): the games played over the board with black."""
    return count(tournament, number, lambda one: one.is_played and one.colour is Colour.BLACK)


def games_won_with_black(tournament: ScoredTournament, number: int) -> Value:
    """BWG (7.4): the games won over the board with black."""
    return count(
        tournament,
        number,
        lambda one: one.is_played and one.colour is Colour.BLACK and one.points == tournament.scale.win,
    )


def progressive_score(tournament: ScoredTournament, number: int, first_rounds_cut: int = 0) -> Value:
    """PS (7.5): the sum of the scores after each round; Cut-1 leaves out the one after the first round (14.1)."""
    terms: list[Term] = []
    score = NONE
    for index, one in enumerate(tournament.rounds_of(number), start=1):
        score += one.points
        cut = Cut.FIRST_ROUND if index <= first_rounds_cut else None
        terms.append(Term(score, Basis.RUNNING_SCORE, index, one.opponent, cut=cut))
    return total(terms)


def rounds_elected_to_play(tournament: ScoredTournament, number: int) -> Value:
    """REP (7.6): the rounds without half-point byes, zero-point byes and forfeit losses."""
    return count(tournament, number, lambda one: one.kind not in NOT_ELECTED)


def standard_points(tournament: ScoredTournament, number: int) -> Value:
    """STD (7.7): one for every round that gave more than a draw, a half for as much, whatever the point system."""

    def standard(one: Round) -> Fraction:
        if one.points == tournament.scale.draw:
            return HALF
        return ONE if one.points > tournament.scale.draw else NONE

    return total(
        Term(standard(one), Basis.RESULT, index, one.opponent)
        for index, one in enumerate(tournament.rounds_of(number), start=1)
    )


def pairing_number(tournament: ScoredTournament, number: int) -> Value:
    """TPN (7.8): the pairing number, low ones first; /R the other way round."""
    return total([Term(Fraction(number), Basis.OWN)])


def count(tournament: ScoredTournament, number: int, matches: Callable[[Round], bool]) -> Value:
    """How many rounds match, each with its own term."""
    return total(
        Term(ONE if matches(one) else NONE, Basis.RESULT, index, one.opponent)
        for index, one in enumerate(tournament.rounds_of(number), start=1)
    )
