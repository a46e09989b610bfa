"""Tie-breaks from the results of the opponents: Buchholz and its relatives (8), Sonneborn-Berger, with cuts and medians (14)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from arbiter.standings.c07.tournament import (
    Forfeits,
    Round,
    RoundKind,
    ScoredTournament,
    System,
    adjusted_scores,
    dummy,
    is_voluntary,
)
from arbiter.standings.ranking import Basis, Cut, Rounding, Term, Value, mean, total, without


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


def buchholz(
    tournament: ScoredTournament, number: int, cuts: Cuts = NO_CUTS, forfeits: Forfeits = Forfeits.UNPLAYED
) -> Value:
    """BH (8.1): the sum of the opponents' scores."""
    terms = opponents(tournament, number, forfeits)
    return total(cut(terms, cuts, voluntary_rounds(tournament, number, forfeits)))


def average_of_opponents(tournament: ScoredTournament, number: int, seen_as: ScoredTournament) -> Value:
    """AOB (8.2): the mean Buchholz of the opponents played over the board, to hundredths, halves up; AOB/F: the mean of what
    Buchholz gives them in the tournament seen as `fore` does."""
    return mean(
        (
            Term(buchholz(seen_as, opponent).amount or Fraction(0), Basis.OPPONENT_VALUE, index, opponent)
            for index, opponent in played(tournament, number)
        ),
        Rounding.HUNDREDTHS,
    )


def sonneborn_berger(
    tournament: ScoredTournament, number: int, cuts: Cuts = NO_CUTS, forfeits: Forfeits = Forfeits.UNPLAYED
) -> Value:
    """SB (9.1): the sum of the opponents' scores, each times the points scored against that opponent."""
    rounds = tournament.rounds_of(number)
    terms = [
        replace(term, times=rounds[(term.round_number or 0) - 1].points)
        for term in opponents(tournament, number, forfeits)
    ]
    return total(cut(terms, cuts, voluntary_rounds(tournament, number, forfeits)))


def koya(tournament: ScoredTournament, number: int, half_points: int = 0) -> Value:
    """KS (9.2): the points against opponents with at least half of the most that can be scored.

    The modifier /L moves the limit by half points (14.5).
    """
    limit = most_points(tournament) / 2 + Fraction(half_points, 2)
    return total(
        Term(
            one.points,
            Basis.RESULT,
            index,
            one.opponent,
            cut=None if tournament.scores[one.opponent] >= limit else Cut.BELOW_LIMIT,
        )
        for index, one in enumerate(tournament.rounds_of(number), start=1)
        if one.opponent is not None
    )


def opponents(tournament: ScoredTournament, number: int, forfeits: Forfeits) -> list[Term]:
    """The score each round brings: of the opponent as 16.3 sees it, or of the dummy (16.4).

    Where pairings are fixed in advance a forfeit is a game, scores are as they are, and a free round brings nothing
    (15.2).
    """
    terms: list[Term] = []
    is_swiss = tournament.system is System.SWISS
    seen = adjusted_scores(tournament) if is_swiss else tournament.scores
    for index, one in enumerate(tournament.rounds_of(number)):
        if one.opponent is None:
            if is_swiss:
                terms.append(dummy(tournament, number, index, None))
            continue
        score = seen[one.opponent]
        if counts_as_game(tournament, one, forfeits):
            terms.append(Term(score, Basis.OPPONENT_SCORE, index + 1, one.opponent))
        else:
            terms.append(dummy(tournament, number, index, score))
    return terms


def counts_as_game(tournament: ScoredTournament, one: Round, forfeits: Forfeits = Forfeits.UNPLAYED) -> bool:
    """Whether a round is a game against its opponent: played; or forfeited, in a round robin or with /P (15.2, 14)."""
    if one.opponent is None:
        return False
    return one.is_played or tournament.system is System.ROUND_ROBIN or forfeits is Forfeits.AS_GAMES


def voluntary_rounds(tournament: ScoredTournament, number: int, forfeits: Forfeits) -> frozenset[int]:
    """The rounds, from 1, that 16.5 lets go first."""
    if tournament.system is System.ROUND_ROBIN:
        return frozenset()
    return frozenset(
        index
        for index, one in enumerate(tournament.rounds_of(number), start=1)
        if is_voluntary(one) and not counts_as_game(tournament, one, forfeits)
    )


def played(tournament: ScoredTournament, number: int) -> list[tuple[int, int]]:
    """The rounds played over the board, from 1, with the opponent."""
    return [
        (index, one.opponent)
        for index, one in enumerate(tournament.rounds_of(number), start=1)
        if one.is_played and one.opponent is not None
    ]


def most_points(tournament: ScoredTournament) -> Fraction:
    """The most that anybody could have scored: a win in every round, or in every game of a round robin."""
    if tournament.system is System.SWISS:
        return tournament.scale.win * tournament.done
    games = (sum(one.opponent is not None for one in entrant.rounds) for entrant in tournament.entrants)
    return tournament.scale.win * max(games, default=0)


@lru_cache(maxsize=16)
def fore(tournament: ScoredTournament) -> ScoredTournament:
    """The tournament as Fore Buchholz (8.3) sees it: the paired games of the last round were played and drawn; before it, as it
    is."""
    if not tournament.is_complete or not tournament.done:
        return tournament

    def drawn(one: Round) -> Round:
        if one.opponent is None:
            return one
        return Round(RoundKind.GAME, tournament.scale.draw, one.opponent, one.colour)

    entrants = tuple(
        replace(entrant, rounds=(*rounds[:-1], drawn(rounds[-1])))
        for entrant in tournament.entrants
        for rounds in [tournament.rounds_of(entrant.number)]
    )
    return replace(tournament, entrants=entrants)
