"""The standings of each group, as long as the groups play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Chair, Tournament
from arbiter.progression.plan import FinalTables, Knockout, RoundRobin

from .lines import Line
from .progress import CODE


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line with its place in the group; `goes_on`: to the next stage, if the groups ended now."""

    place: int
    line: Line
    goes_on: bool


@dataclass(frozen=True, slots=True)
class GroupTable:
    """One group, the best first."""

    number: int
    rows: tuple[Ranked, ...]


def by_groups(tournament: Tournament, lines: Sequence[Line]) -> list[GroupTable]:
    """The groups of these lines, which are all of the tournament in their order. One statement where there are groups."""
    first, last = tournament.plan.stages[0], tournament.plan.stages[-1]
    if not isinstance(first, RoundRobin) or first.groups < 2 or not lines or lines[0].cells[0].code == CODE:
        return []
    seated = (
        Chair.objects.filter(round__tournament=tournament, round__stage=0)
        .order_by()
        .values_list("entry", "table__group")
    )
    group_of = dict(seated.distinct())
    groups: dict[int, list[Line]] = {}
    for line in lines:
        if group := group_of.get(line.person.entry):
            groups.setdefault(group, []).append(line)
    best = last.from_each if isinstance(last, Knockout | FinalTables) else 0
    return [GroupTable(number, _ranked(groups[number], best)) for number in sorted(groups)]


def _ranked(lines: Sequence[Line], best: int) -> tuple[Ranked, ...]:
    """Equals share a place, as in the standings of all; where the lot would decide who goes on, nobody does yet."""
    beyond = lines[best].place if best < len(lines) else None
    places: dict[int, int] = {}
    for index, line in enumerate(lines, start=1):
        places.setdefault(line.place, index)
    return tuple(
        Ranked(places[line.place], line, index < best and line.place != beyond) for index, line in enumerate(lines)
    )
