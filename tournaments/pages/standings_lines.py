"""The standings in lines and pages, of each group as long as the groups play, as a crosstable, and where somebody can still
finish.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import name_key
from arbiter.progression import standings
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin
from arbiter.progression.situation import Counted, Why
from arbiter.standings.ranking import Standings
from statements import Prepared
from tournaments.lifecycle.services.standings import counted
from tournaments.models import Chair, Entry, Rest, Standing, Table, TableState, Tournament
from tournaments.pages.explanation import CODE, bracket_size, how_far, situation
from tournaments.pages.people import IN, Person, fields, person
from tournaments.pages.tie_breaks import codes_of, criterion, figure, figure_of


def page_of(request: HttpRequest, lines: int, size: int, mine: int | None = None) -> Any:
    """The requested page of a list with `lines` lines, the nearest if there is none. `span` is its slice, `mine` the reader's line
    from 1, `own` the reader's page if it is another one."""
    asked = request.GET.get("page", "")
    page: Any = Paginator(range(lines), size).get_page(asked if asked.strip("0").isdecimal() else 1)
    page.span, page.mine = slice((page.number - 1) * size, page.number * size), mine
    page.own = 1 + (mine - 1) // size if mine and mine - 1 not in page.object_list else None
    return page


PAGE = 50
"""Lines of one page."""


@dataclass(frozen=True, slots=True)
class StandingCell:
    """One value, also as an exact text; `decides`: it parts this line from the one above."""

    code: str
    text: str
    exact: str
    decides: bool


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line: place, how many share it, who, the values in the order of the criteria, and between which places they can
    still finish, where something can be said."""

    order: int
    place: int
    is_shared: bool
    person: Person
    cells: tuple[StandingCell, ...]
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
    def others(self) -> tuple[StandingCell, ...]:
        return self.cells[1:]


COLUMNS = ("order", "place", "shared_by", "values", "decided_by", "best", "worst", "entry__state", *fields("entry__"))


def _rows(tournament: Tournament | int, wanted: Q) -> QuerySet[Standing, Any]:
    return Standing.objects.filter(wanted, tournament=tournament).order_by("order").values_list(*COLUMNS)


_top = Prepared(lambda tournament, most, reader: _rows(tournament, Q(order__lte=most) | Q(entry__user=reader)), 3)


def top(tournament: Tournament, reader: User | None, *, most: int) -> list[StandingLine]:
    """The first lines, and the reader's own behind them where it is not among them. One statement."""
    return _drawn(tournament, reader, _top(tournament.pk, most, reader.pk if reader else 0))


def page(tournament: Tournament, reader: User | None, number: int, size: int = PAGE) -> list[StandingLine]:
    """The lines of a page, counted from 1. One statement."""
    return _lines(tournament, reader, Q(order__range=((number - 1) * size + 1, number * size)))


def named(tournament: Tournament, reader: User | None, name: str) -> list[StandingLine]:
    """The lines of who has this in the name, at most a page. One statement."""
    return _lines(tournament, reader, Q(entry__user__name_key__contains=name_key(name)))[:PAGE]


def all_lines(tournament: Tournament) -> list[StandingLine]:
    return _lines(tournament, None, Q())


def own_order(entry: Entry | None) -> int | None:
    return Standing.objects.filter(entry=entry).values_list("order", flat=True).first() if entry else None


def count(tournament: Tournament) -> int:
    return Standing.objects.filter(tournament=tournament).count()


def _lines(tournament: Tournament, reader: User | None, wanted: Q) -> list[StandingLine]:
    return _drawn(tournament, reader, _rows(tournament, wanted))


def _drawn(tournament: Tournament, reader: User | None, rows: Iterable[Sequence[Any]]) -> list[StandingLine]:
    plan, size = tournament.plan, bracket_size(tournament)
    return [
        StandingLine(
            order,
            place,
            shared > 1,
            person(who, reader),
            _cells(plan, size, values, decided),
            state not in IN,
            best,
            worst,
        )
        for order, place, shared, values, decided, best, worst, state, *who in rows
    ]


def _cells(plan: Plan, size: int, values: Sequence[str], decided: str) -> tuple[StandingCell, ...]:
    def text(code: str, value: str) -> str:
        if code == CODE:
            return capfirst(how_far(plan, Fraction(value), size)) if value else ""
        return figure_of(value) or "–"

    codes = codes_of(plan, len(values))
    return tuple(
        StandingCell(code, text(code, value), value, code == decided)
        for code, value in zip(codes, values, strict=False)
    )


def by_groups(tournament: Tournament, lines: Sequence[StandingLine]) -> list[dict[str, Any]]:
    """The groups of these lines, which are all of the tournament, the best first, of which so many go on: as they stand, and once
    the next stage has begun, as its players were found. One statement where there are groups, then three more."""
    first, last = tournament.plan.stages[0], tournament.plan.stages[-1]
    if not isinstance(first, RoundRobin) or first.groups < 2 or not lines:
        return []
    seats = Chair.objects.filter(round__tournament=tournament).order_by()
    group_of = dict(seats.filter(round__stage=0).values_list("entry", "table__group").distinct())
    best = last.from_each if isinstance(last, Knockout | FinalTables) else 0
    groups: dict[int, list[StandingLine]] = {}
    if lines[0].cells[0].code != CODE:
        for line in lines:
            if group := group_of.get(line.person.entry):
                groups.setdefault(group, []).append(line)
        return [{"number": number, "best": best, "rows": _ranked(groups[number], best)} for number in sorted(groups)]
    found, line_of = standings.of_first_stage(situation(tournament)), {line.person.number: line for line in lines}
    for row in found.rows:
        own = line_of.get(row.entrant)
        if own and (group := group_of.get(own.person.entry)):
            groups.setdefault(group, []).append(own)
    through = set(seats.filter(round__stage=1).values_list("entry", flat=True))
    if isinstance(last, Knockout):
        free = Rest.objects.filter(round__tournament=tournament, round__stage=1, why=Why.FREE.value)
        through.update(free.values_list("entry", flat=True))
    best = min([best or len(lines), *map(len, groups.values())])
    changed = Q(is_corrected=True) | Q(state=TableState.ANNULLED)
    is_corrected = Table.objects.filter(changed, round__tournament=tournament, round__stage=0).exists()
    moved = _("before a correction") if is_corrected else _("moved up")
    return [
        {"number": number, "best": best}
        | {"rows": _qualified(tournament.plan, groups[number], best, found, through, moved)}
        for number in sorted(groups)
    ]


def _ranked(lines: Sequence[StandingLine], best: int) -> list[dict[str, Any]]:
    """Equals share a place, as in the standings of all; where the lot would decide who goes on, nobody does yet."""
    beyond = lines[best].place if best < len(lines) else None
    places: dict[int, int] = {}
    for index, line in enumerate(lines, start=1):
        places.setdefault(line.place, index)
    return [
        _row_of_group(places[line.place], line, line.points, index < best and line.place != beyond)
        for index, line in enumerate(lines)
    ]


def _row_of_group(place: int, line: StandingLine, points: str, goes_on: bool, why: str = "") -> dict[str, Any]:
    """A line with its place and points in the group; `goes_on`: to the next stage, or while the groups play, if they ended now.
    `why` says what decided about it where the place alone does not."""
    return {"place": place, "line": line, "points": points, "goes_on": goes_on, "why": why}


def _qualified(
    plan: Plan, lines: Sequence[StandingLine], best: int, found: Standings, through: Collection[int], moved: str
) -> list[dict[str, Any]]:
    """Who went on from a group, and why where it was not by points alone: `moved` from below the best. Those whom the lot parted
    stand as it fell."""
    row_of = {line: found.by_entrant[line.person.number or 0] for line in lines}
    lines = sorted(lines, key=lambda line: (row_of[line].place, line.person.entry not in through))
    rows, places = [row_of[line] for line in lines], dict[int, int]()
    for index, row in enumerate(rows, start=1):
        places.setdefault(row.place, index)

    def why(index: int) -> str:
        row, goes_on = rows[index], lines[index].person.entry in through
        if goes_on is not (index < best):
            return moved if goes_on else _("did not play on")
        if not goes_on or best == len(rows) or row.values[0].amount != rows[best].values[0].amount:
            return ""
        code = found.why(row.entrant, rows[best].entrant).code
        return _("tie-break: %(what)s") % {"what": criterion(code, plan).name} if code else _("by lot")

    return [
        _row_of_group(places[row.place], line, figure(row.values[0].amount), line.person.entry in through, why(index))
        for index, (row, line) in enumerate(zip(rows, lines, strict=True))
    ]


MOST_CROSSED = 16
"""Entrants for whom a cross table is drawn; a larger one nobody reads."""
BEATEN, LEVEL, LOST = "1", "½", "0"


def crossed(tournament: Tournament, lines: Sequence[StandingLine]) -> list[dict[str, Any]] | None:
    """The table of a field that fits on a page, else None; a knockout has its bracket. Everybody's results against each of the
    others in the order of the standings, None against themselves. 1: stood before the other in a game, ½: level, 0: behind."""
    if not 2 <= len(lines) <= MOST_CROSSED or isinstance(tournament.plan.stages[0], Knockout):
        return None
    met: dict[tuple[int, int], list[str]] = defaultdict(list)
    for one in _counting(tournament):
        for own, other in permutations(one.result.outcomes, 2):
            sign = LEVEL if own.place == other.place else BEATEN if own.place < other.place else LOST
            met[own.entrant, other.entrant].append(sign)
    numbers = [line.person.number or 0 for line in lines]
    return [
        {
            "person": line.person,
            "place": line.place,
            "cells": [None if other == number else " ".join(met[number, other]) for other in numbers],
            "points": line.points,
        }
        for line, number in zip(lines, numbers, strict=True)
    ]


def _counting(tournament: Tournament) -> Sequence[Counted]:
    """The tables as they count: with forfeits and without results that are annulled, in a round-robin that somebody has left."""
    if isinstance(tournament.plan.stages[0], RoundRobin) and tournament.entries.exclude(gave_up="").exists():
        found = situation(tournament)
        later = [one for one in found.counted if one.round_number > standings.last_round(found)]
        return [*standings.counted(found), *later]
    return counted(tournament)


def has_prospects(tournament: Tournament, shown: Iterable[StandingLine], everybody: int) -> bool:
    """Whether the column is worth its room: somebody there cannot finish anywhere any more."""
    narrow = ((one.best or 1) > 1 or (one.worst or everybody) < everybody for one in shown)
    return tournament.is_running and any(narrow)


def prospect_sentence(
    tournament: Tournament, best: int | None, worst: int | None, everybody: int, *, is_own: bool = True
) -> str:
    """To the entrant, or to others; nothing as long as they can finish anywhere among `everybody`."""
    if not tournament.is_running or best is None or worst is None or (best <= 1 and worst >= everybody):
        return ""
    if best == worst:
        return (
            _("Your final place is certain: %(place)s.") % {"place": best}
            if is_own
            else _("This final place is certain.")
        )
    told = (
        _("You can still finish anywhere from place %(best)s to place %(worst)s.")
        if is_own
        else _("Can still finish anywhere from place %(best)s to place %(worst)s.")
    )
    return told % {"best": best, "worst": worst}
