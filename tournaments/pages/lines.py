"""Lines of the standings, from the rows that are kept. They leave out what is sealed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.text import capfirst

from accounts.models import User
from accounts.names import name_key
from statements.prepared import Prepared
from tournaments.models import Entry, Standing, Tournament
from arbiter.progression.plan import Plan

from .criteria import codes_of
from .figures import figure_of
from .people import Person, fields, person
from .progress import CODE, bracket_size, how_far
from .visibility import IN

PAGE = 50
"""Lines of one page."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One value, also as an exact text; `decides`: it parts this line from the one above."""

    code: str
    text: str
    exact: str
    decides: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line: place, how many share it, who, the values in the order of the criteria, and between which places he can
    still finish, where something can be said."""

    order: int
    place: int
    is_shared: bool
    person: Person
    cells: tuple[Cell, ...]
    is_out: bool
    best: int | None = None
    worst: int | None = None

    @property
    def prospect(self) -> str:
        """The places that are still possible, such as `2–7`, or the one that is certain."""
        if self.best is None or self.worst is None:
            return ""
        return str(self.best) if self.best == self.worst else f"{self.best}–{self.worst}"

    @property
    def points(self) -> str:
        return self.cells[0].text if self.cells else ""

    @property
    def others(self) -> tuple[Cell, ...]:
        """All values but the first."""
        return self.cells[1:]


COLUMNS = ("order", "place", "shared_by", "values", "decided_by", "best", "worst", "entry__state", *fields("entry__"))


def _rows(tournament: Tournament | int, wanted: Q) -> QuerySet[Standing, Any]:
    return Standing.objects.filter(wanted, tournament=tournament).order_by("order").values_list(*COLUMNS)


_top = Prepared(lambda tournament, most, reader: _rows(tournament, Q(order__lte=most) | Q(entry__user=reader)), 3)


def top(tournament: Tournament, reader: User | None, *, most: int) -> list[Line]:
    """The first lines, and the reader's own behind them where it is not among them. One statement."""
    return _drawn(tournament, reader, _top(tournament.pk, most, reader.pk if reader else 0))


def page(tournament: Tournament, reader: User | None, number: int) -> list[Line]:
    """The lines of a page, counted from 1. One statement."""
    return _lines(tournament, reader, Q(order__range=((number - 1) * PAGE + 1, number * PAGE)))


def named(tournament: Tournament, reader: User | None, name: str) -> list[Line]:
    """The lines of who has this in the name, at most a page. One statement."""
    return _lines(tournament, reader, Q(entry__user__name_key__contains=name_key(name)))[:PAGE]


def all_lines(tournament: Tournament) -> list[Line]:
    """Every line, for exports. One statement."""
    return _lines(tournament, None, Q())


def own_order(entry: Entry | None) -> int | None:
    """Where an entrant stands in the list. One statement."""
    return Standing.objects.filter(entry=entry).values_list("order", flat=True).first() if entry else None


def count(tournament: Tournament) -> int:
    """How many lines there are. One statement."""
    return Standing.objects.filter(tournament=tournament).count()


def _lines(tournament: Tournament, reader: User | None, wanted: Q) -> list[Line]:
    return _drawn(tournament, reader, _rows(tournament, wanted))


def _drawn(tournament: Tournament, reader: User | None, rows: Iterable[Sequence[Any]]) -> list[Line]:
    said = Said(tournament.plan, bracket_size(tournament), tournament.is_finished)
    return [
        Line(
            order,
            place,
            shared > 1,
            person(who, reader),
            _cells(said, values, decided),
            state not in IN,
            best,
            worst,
        )
        for order, place, shared, values, decided, best, worst, state, *who in rows
    ]


class Said(NamedTuple):
    """What the words for a value follow from."""

    plan: Plan
    size: int
    is_finished: bool


def _cells(said: Said, values: Sequence[str], decided: str) -> tuple[Cell, ...]:
    codes = codes_of(said.plan, len(values))
    return tuple(
        Cell(code, _text(said, code, value), value, code == decided) for code, value in zip(codes, values, strict=False)
    )


def _text(said: Said, code: str, value: str) -> str:
    if code == CODE:
        plan, size, is_finished = said
        return capfirst(how_far(plan, Fraction(value), size, is_finished=is_finished)) if value else ""
    return figure_of(value) or "–"
