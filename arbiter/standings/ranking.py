"""Standings: a list of criteria in order, each applied to those whom the ones before it left level (C.07, 4.1).

Who cannot be separated shares a place: two thirds are followed by a fifth. Nothing is drawn by lot here; a lot is a
criterion like any other, if the organiser recorded one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Protocol

from arbiter.errors import RecordError
from arbiter.standings.arithmetic import NOTHING, Sense, Value


class Criterion(Protocol):
    """What can separate entrants."""

    @property
    def code(self) -> str:
        """Its name in the published list, such as BH/C1."""

    @property
    def sense(self) -> Sense:
        """Whether high or low values come first."""

    def values(self, level: Sequence[int]) -> Mapping[int, Value]:
        """The values of entrants who are level so far; who is missing has none."""


@dataclass(frozen=True, slots=True)
class Row:
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
    rows: tuple[Row, ...]

    @cached_property
    def by_entrant(self) -> Mapping[int, Row]:
        """The rows by entrant."""
        return {row.entrant: row for row in self.rows}

    @cached_property
    def _index(self) -> Mapping[int, int]:
        return {row.entrant: index for index, row in enumerate(self.rows)}

    def why(self, one: int, other: int) -> Reason:
        """What separates two entrants; the order of the arguments does not matter."""
        first, last = sorted((self._index[one], self._index[other]))
        before, after = self.rows[first], self.rows[last]
        if before.place == after.place:
            return Reason(before.entrant, after.entrant, None, None)
        # Between two lines, the earliest criterion that parts any neighbours is the one that parts the two.
        codes = [row.decided_by for row in self.rows[first + 1 : last + 1] if row.decided_by]
        code = min(codes, key=self.codes.index)
        column = self.codes.index(code)
        return Reason(before.entrant, after.entrant, code, (before.values[column], after.values[column]))


def standings(entrants: Sequence[int], criteria: Sequence[Criterion]) -> Standings:
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
    rows: list[Row] = []
    for group, decided in groups:
        place = len(rows) + 1
        for index, entrant in enumerate(group):
            values_of = tuple(column[entrant] for column in columns)
            rows.append(Row(entrant, place, len(group), values_of, None if index else decided))
    return Standings(codes, tuple(rows))


def parts(group: Sequence[int], values: Mapping[int, Value], sense: Sense) -> list[tuple[int, ...]]:
    """The group in parts of equal value, the best first; who has no value comes last."""

    def order(entrant: int) -> tuple[int, Fraction]:
        amount = values[entrant].amount
        if amount is None:
            return 1, Fraction(0)
        return 0, amount if sense is Sense.LOW else -amount

    return [tuple(part) for _, part in groupby(sorted(group, key=order), key=order)]
