"""A value with the arithmetic it came from, so that a page can answer "why am I fourth?" without reckoning again.

A value is data, not text: which rounds gave what, what each number rests on (`Basis`), what was cut. Sentences are
made by templates. All numbers are exact fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from math import floor


class Basis(Enum):
    """What the number of a term is."""

    RESULT = "result"  # the points (or the count) of a round of one's own
    RUNNING_SCORE = "running-score"  # the score after a round
    OPPONENT_SCORE = "opponent-score"  # an opponent's score, adjusted for unplayed rounds (C.07, 16.3)
    OWN_SCORE = "own-score"  # an unplayed round: a dummy opponent with one's own score (16.4)
    SCHEDULED_OPPONENT = "scheduled-opponent"  # the dummy, held to the score of who should have played (16.4.1)
    DRAWS = "draws"  # the dummy, held to a draw in every round (16.4.2)
    OPPONENT_VALUE = "opponent-value"  # an opponent's value of another tie-break
    OPPONENT_RATING = "opponent-rating"
    OWN = "own"  # a number that belongs to the entrant: rating, pairing number, lot
    ENCOUNTER = "encounter"  # scored against one of those who are level
    POSSIBLE = "possible"  # what an encounter that never was could have given (6.3)
    SHARE = "share"  # a part of one: of the victory points, of a shared first place


class Cut(Enum):
    """Why a term does not count."""

    LOWEST = "lowest"
    HIGHEST = "highest"
    UNPLAYED = "unplayed"  # a round unplayed of one's own will is cut before the lowest (C.07, 16.5)
    FIRST_ROUND = "first-round"
    BELOW_LIMIT = "below-limit"


class How(Enum):
    """How the terms that count make the value."""

    SUM = "sum"
    MEAN = "mean"
    PLACE = "place"  # the place among those who are level, in the order of what they scored against each other
    SEARCH = "search"  # the lowest rating whose expectation reaches the score


class Rounding(Enum):
    """To what a mean is rounded, halves up."""

    EXACT = 0
    WHOLE = 1
    HUNDREDTHS = 100


class Sense(Enum):
    """Which values come first."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Term:
    """One number of a value: `number`, times `times` where that is not one, from a round against an opponent."""

    number: Fraction
    basis: Basis
    round_number: int | None = None
    opponent: int | None = None
    times: Fraction = Fraction(1)
    cut: Cut | None = None
    turn: int = 1  # of a direct encounter: 2 when it is applied anew to those still level, and so on

    @property
    def amount(self) -> Fraction:
        """What the term gives if it counts."""
        return self.number * self.times


@dataclass(frozen=True, slots=True)
class Value:
    """What a tie-break gives to one entrant; `amount` is None where there is nothing to reckon with."""

    amount: Fraction | None
    terms: tuple[Term, ...] = ()
    how: How = How.SUM
    rounding: Rounding = Rounding.EXACT
    added: Fraction = Fraction(0)  # after the rounding: the rating difference of a performance

    @property
    def counted(self) -> tuple[Term, ...]:
        """The terms that were not cut."""
        return tuple(term for term in self.terms if term.cut is None)


NOTHING = Value(None)


def total(terms: Iterable[Term]) -> Value:
    """The sum of the terms that count."""
    kept = tuple(terms)
    return Value(sum((term.amount for term in kept if term.cut is None), Fraction(0)), kept)


def mean(terms: Iterable[Term], rounding: Rounding = Rounding.EXACT) -> Value:
    """The mean of the terms that count, nothing where none does."""
    kept = tuple(terms)
    amounts = [term.amount for term in kept if term.cut is None]
    amount = rounded(sum(amounts, Fraction(0)) / len(amounts), rounding) if amounts else None
    return Value(amount, kept, How.MEAN, rounding)


def rounded(amount: Fraction, rounding: Rounding) -> Fraction:
    """The amount to whole numbers or hundredths, halves up; or as it is."""
    if rounding is Rounding.EXACT:
        return amount
    return Fraction(floor(amount * rounding.value + Fraction(1, 2)), rounding.value)


def without(terms: Sequence[Term], places: Iterable[int], cut: Cut) -> list[Term]:
    """The terms with those at some places cut."""
    gone = frozenset(places)
    return [replace(term, cut=cut) if place in gone else term for place, term in enumerate(terms)]


def in_turn(terms: Iterable[Term], turn: int) -> tuple[Term, ...]:
    """The terms as those of this turn of a direct encounter."""
    return tuple(replace(term, turn=turn) for term in terms)
