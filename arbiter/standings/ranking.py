"""Standings: a list of criteria in order, each applied to those whom the ones before it left level (C.07, 4.1).

Players who cannot be separated share a place: two thirds are followed by a fifth. Nothing is drawn by lot here; a lot is a
criterion like any other, if the organiser recorded one.

Every value carries the arithmetic it came from, as data: which rounds gave what, what each number rests on (`Basis`), what
was cut. So a page can answer "why am I fourth?" without computing again. All numbers are exact fractions.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import floor

from arbiter.errors import RecordError


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
        return tuple(term for term in self.terms if term.cut is None)


NOTHING = Value(None)


def total(terms: Iterable[Term]) -> Value:
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
    gone = frozenset(places)
    return [replace(term, cut=cut) if place in gone else term for place, term in enumerate(terms)]


def direct_encounter_places(
    level: Sequence[int],
    encounter: Callable[[Sequence[int]], tuple[Mapping[int, Iterable[Term]], Sequence[tuple[int, ...]]]],
) -> Mapping[int, Value]:
    """The places, from 1, of those who are level, equal ones shared. `encounter` gives what each scored against the others of
    a group, and the group in parts, the best first. It is applied anew to every part that is smaller than its group and
    still level; each term says in which turn it counted.
    """
    places = dict.fromkeys(level, 1)
    terms: dict[int, tuple[Term, ...]] = dict.fromkeys(level, ())
    groups = [(1, tuple(level))]
    while groups:
        turn, group = groups.pop()
        scored, parted = encounter(group)
        for entrant in group:
            terms[entrant] += tuple(replace(term, turn=turn) for term in scored[entrant])
        place = places[group[0]]
        for part in parted:
            places.update(dict.fromkeys(part, place))
            place += len(part)
        if len(parted) > 1:
            groups.extend((turn + 1, part) for part in parted if len(part) > 1)
    return {entrant: Value(Fraction(places[entrant]), terms[entrant], How.PLACE) for entrant in level}


@dataclass(frozen=True, slots=True)
class Measure:
    """A criterion: its name in the published list, such as BH/C1, and the values of those who are level so far; who is missing
    has none. `sense`: whether high or low values come first."""

    code: str
    values: Callable[[Sequence[int]], Mapping[int, Value]]
    sense: Sense = Sense.HIGH


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One entrant's line. `decided_by` names the criterion that parts it from the line above; None: shared, or first."""

    entrant: int
    place: int
    shared_by: int
    values: tuple[Value, ...]
    decided_by: str | None


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one entrant stands before another: the criterion and both values; without one they share a place."""

    before: int
    after: int
    code: str | None
    values: tuple[Value, Value] | None


@dataclass(frozen=True)
class Standings:
    """Everybody in order. Entrants who share a place stand in the order they were given in."""

    codes: tuple[str, ...]
    rows: tuple[StandingsRow, ...]

    @cached_property
    def by_entrant(self) -> Mapping[int, StandingsRow]:
        return {row.entrant: row for row in self.rows}

    @cached_property
    def _index(self) -> Mapping[int, int]:
        return {row.entrant: index for index, row in enumerate(self.rows)}

    def why(self, one: int, other: int) -> Reason:
        first, last = sorted((self._index[one], self._index[other]))
        before, after = self.rows[first], self.rows[last]
        if before.place == after.place:
            return Reason(before.entrant, after.entrant, None, None)
        # Between two lines, the earliest criterion that parts any neighbours is the one that parts the two.
        codes = [row.decided_by for row in self.rows[first + 1 : last + 1] if row.decided_by]
        code = min(codes, key=self.codes.index)
        column = self.codes.index(code)
        return Reason(before.entrant, after.entrant, code, (before.values[column], after.values[column]))


def standings(entrants: Sequence[int], criteria: Sequence[Measure]) -> Standings:
    """Everybody in the order of the criteria, the first of which is the score."""
    if len(set(entrants)) != len(entrants):
        raise RecordError("A participant is listed twice; each has one line in the standings.")
    codes = tuple(criterion.code for criterion in criteria)
    if len(set(codes)) != len(codes):
        raise RecordError("A tie-break is listed twice in {codes}. List each one once.", codes=", ".join(codes))
    groups: list[tuple[tuple[int, ...], str | None]] = [(tuple(entrants), None)] if entrants else []
    columns: list[dict[int, Value]] = []
    for criterion in criteria:
        column: dict[int, Value] = {}
        parted: list[tuple[tuple[int, ...], str | None]] = []
        for group, decided in groups:
            values = criterion.values(group)
            column.update((entrant, values.get(entrant, NOTHING)) for entrant in group)
            for index, part in enumerate(parts(group, column, criterion.sense)):
                parted.append((part, criterion.code if index else decided))
        groups = parted
        columns.append(column)
    rows: list[StandingsRow] = []
    for group, decided in groups:
        place = len(rows) + 1
        for index, entrant in enumerate(group):
            values_of = tuple(column[entrant] for column in columns)
            rows.append(StandingsRow(entrant, place, len(group), values_of, None if index else decided))
    return Standings(codes, tuple(rows))


def parts(group: Sequence[int], values: Mapping[int, Value], sense: Sense) -> list[tuple[int, ...]]:
    """The group in parts of equal value, the best first; who has no value comes last."""

    def order(entrant: int) -> tuple[int, Fraction]:
        amount = values[entrant].amount
        if amount is None:
            return 1, Fraction(0)
        return 0, amount if sense is Sense.LOW else -amount

    return [tuple(part) for _, part in groupby(sorted(group, key=order), key=order)]
