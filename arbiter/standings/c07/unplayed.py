"""Rounds nobody played (16): what they count for one's opponents, and what for oneself."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache

from arbiter.standings.arithmetic import Basis, Term
from arbiter.standings.c07.tournament import Kind, Round, Scale, ScoredTournament

REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE})
FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})


class Category(Enum):
    """The classes of unplayed rounds."""

    ALLOCATED = "16.2.1"  # a bye by the pairing, or a full-point bye
    FORFEIT_WIN = "16.2.2"
    PAUSE = "16.2.3"  # a requested bye with a round to come that is not unplayed of one's own will
    FORFEIT_LOSS = "16.2.4"
    WITHDRAWAL = "16.2.5"  # a requested bye in the last round or followed only by voluntary unplayed rounds


class Forfeits(Enum):
    """What a forfeited game is in a Swiss: unplayed, or (modifier /P) a game against who was scheduled."""

    UNPLAYED = ""
    AS_GAMES = "P"


def is_requested(one: Round) -> bool:
    """A requested bye (16.1.1): half-point or zero-point."""
    return one.kind in REQUESTED


def is_voluntary(one: Round) -> bool:
    """A voluntary unplayed round (16.1.2): a requested bye or a forfeit loss."""
    return is_requested(one) or one.kind is Kind.FORFEIT_LOSS


def category(rounds: tuple[Round, ...], index: int) -> Category | None:
    """The class of a round (16.2); None for a game."""
    one = rounds[index]
    if one.kind is Kind.GAME:
        return None
    if one.kind is Kind.FORFEIT_WIN:
        return Category.FORFEIT_WIN
    if one.kind is Kind.FORFEIT_LOSS:
        return Category.FORFEIT_LOSS
    if not is_requested(one):
        return Category.ALLOCATED
    return Category.WITHDRAWAL if all(is_voluntary(later) for later in rounds[index + 1 :]) else Category.PAUSE


@lru_cache(maxsize=16)
def adjusted_scores(tournament: ScoredTournament) -> Mapping[int, Fraction]:
    """The scores in the eyes of the opponents (16.3): rounds of class 16.2.5 count as draws."""
    return {
        entrant.number: adjusted(tournament.rounds_of(entrant.number), tournament.scale)
        for entrant in tournament.entrants
    }


def adjusted(rounds: tuple[Round, ...], scale: Scale) -> Fraction:
    """One entrant's score in the eyes of the opponents (16.3)."""
    points = (
        scale.draw if category(rounds, index) is Category.WITHDRAWAL else one.points for index, one in enumerate(rounds)
    )
    return sum(points, Fraction(0))


def dummy(tournament: ScoredTournament, number: int, index: int, scheduled: Fraction | None) -> Term:
    """An unplayed round of one's own (16.4): an opponent with one's own score, but not more than

    - 16.4.1: the adjusted score of who was scheduled, where the game was forfeited;
    - 16.4.2: a draw in every round, otherwise.
    """
    own = tournament.scores[number]
    opponent = tournament.rounds_of(number)[index].opponent
    if scheduled is not None:
        limit, basis = scheduled, Basis.SCHEDULED_OPPONENT
    else:
        limit, basis = tournament.scale.draw * tournament.done, Basis.DRAWS
    if own <= limit:
        return Term(own, Basis.OWN_SCORE, index + 1, opponent)
    return Term(limit, basis, index + 1, opponent)
