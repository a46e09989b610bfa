"""One line of the standings, unfolded: every value with its arithmetic, and why the neighbours stand where they stand."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournaments.models import Chair, Entry, TableState, Tournament
from arbiter.progression.standings import told
from arbiter.standings.arithmetic import Value
from arbiter.standings.ranking import Standings

from .arithmetic import Unfolded, unfolded
from .criteria import Criterion, criterion
from .figures import figure
from .people import Person, by_number
from .progress import CODE, bracket_size, how_far
from .reckoning import reckoned


@dataclass(frozen=True, slots=True)
class Line:
    """A line with its values in the order of the criteria, and a sentence for each neighbour."""

    place: int
    is_shared: bool
    values: tuple[tuple[Criterion, Unfolded], ...]
    neighbours: tuple[str, ...]


def unfold(tournament: Tournament, entry: Entry) -> Line | None:
    """The line of an entrant; None where there is none yet."""
    found = reckoned(tournament)
    row = found.by_entrant.get(entry.number or 0)
    if row is None:
        return None
    people = by_number(tournament)
    criteria = [criterion(code, tournament.plan) for code in found.codes]
    in_pairs, plays = tournament.plan.in_pairs, _still_playing(entry)
    values = tuple(
        (
            one,
            _reached(tournament, value)
            if one.code == CODE
            else unfolded(value, people, in_pairs=in_pairs, parts=bool(text), plays=plays),
        )
        for one, value, text in zip(criteria, row.values, told(found)[row.entrant], strict=True)
    )
    return Line(
        row.place, row.shared_by > 1, values, tuple(_neighbours(tournament, found, row.entrant, people, criteria))
    )


def _still_playing(entry: Entry) -> frozenset[int]:
    """The rounds in which a game of his is not over. One statement."""
    states = (TableState.WAITING, TableState.RUNNING)
    found = Chair.objects.filter(entry=entry, table__state__in=states)
    return frozenset(found.values_list("round__number", flat=True))


def _reached(tournament: Tournament, value: Value) -> Unfolded:
    """How far somebody came is a word, and nothing to add up."""
    text = ""
    if value.amount is not None:
        text = how_far(tournament.plan, value.amount, bracket_size(tournament), is_finished=tournament.is_finished)
    return Unfolded(capfirst(text), "", "", "", ())


def _neighbours(
    tournament: Tournament, found: Standings, number: int, people: dict[int, Person], criteria: list[Criterion]
) -> list[str]:
    index = [row.entrant for row in found.rows].index(number)
    near = [found.rows[at].entrant for at in (index - 1, index + 1) if 0 <= at < len(found.rows)]
    return [
        _why(tournament, found, number, other, people, criteria)
        for other in near
        if other in people and number in people
    ]


def _why(
    tournament: Tournament, found: Standings, one: int, other: int, people: dict[int, Person], criteria: list[Criterion]
) -> str:
    reason = found.why(one, other)
    before, after = people[reason.before].name, people[reason.after].name
    if reason.code is None or reason.values is None:
        return _("%(one)s and %(other)s share a place: every tie-break is equal.") % {"one": before, "other": after}
    names = {criterion.code: criterion.name for criterion in criteria}
    first, last = reason.values
    if reason.code == CODE:
        return _("%(one)s got further than %(other)s.") % {"one": before, "other": after}
    return _("%(one)s is ahead of %(other)s on %(what)s: %(more)s to %(less)s.") % {
        "one": before,
        "other": after,
        "what": names[reason.code],
        "more": figure(first.amount) or _("nothing"),
        "less": figure(last.amount) or _("nothing"),
    }
