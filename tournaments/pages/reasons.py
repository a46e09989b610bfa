"""Why a table is as it is, for its players: points before the round, earlier meetings, seats so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.names import words
from arbiter.kept import from_json
from tournaments.models import Chair, Rest, Table, TableState
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss
from arbiter.results.shared import Result

from .figures import TWELVE, figure, points_of
from .people import Person
from .tables import TableRow


@dataclass(slots=True)
class Before:
    """What was known of the people of some tables before their round."""

    points: dict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    at: dict[int, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set))
    seats: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))


def before(rows: Sequence[TableRow], number: int, plan: Plan) -> Before:
    """The earlier rounds of everybody at these tables. Three statements, none for a first round."""
    known = Before()
    people = {one.person.entry: one.person.number for row in rows for one in row.seats}
    if number == 1 or not people:
        return known
    chairs = Chair.objects.filter(entry__in=people, round__number__lt=number, round__tournament__entries__in=people)
    places = list(chairs.order_by().distinct().values_list("entry_id", "table_id", "round__number", "seat"))
    for entry, table, of, seat in places:
        known.at[entry].add((of, table))
        known.seats[entry][seat] += 1
    tables = Table.objects.filter(pk__in={table for _entry, table, *_more in places}, state=TableState.COUNTED)
    results = {pk: from_json(Result, text) for pk, text in tables.order_by().values_list("pk", "result_text")}
    for entry, table, _of, _seat in places:
        result, own = results.get(table), people[entry]
        if result is not None and own in [one.entrant for one in result.outcomes]:
            outcome = next(one for one in result.outcomes if one.entrant == own)
            known.points[entry] += points_of(result, outcome, plan)
    rests = Rest.objects.filter(entry__in=people, round__number__lt=number).order_by()
    for entry, points in rests.values_list("entry_id", "points"):
        known.points[entry] += Fraction(points) * (1 if plan.in_pairs else TWELVE)
    return known


def reasons_for(row: TableRow, known: Before, plan: Plan, stage: int) -> list[str]:
    """What there is to say of one table of a round in this stage. Where all play the same deal there are no points of a table."""
    form = plan.stages[stage]
    if not isinstance(form, Swiss):
        return [_of_a_plan(row, form)]
    if row.round_number == 1:
        if not plan.in_pairs:
            return [_("First round: nobody has points yet, so this table was drawn by lot.")]
        return [
            _(
                "First round: the upper half plays the lower half, by starting number. Numbers follow ratings, "
                "or registration time if nobody has a rating."
            )
        ]
    people = [one.person for one in row.seats]
    said = []
    if not plan.is_duplicate:
        scores = ", ".join(f"{one.name} {figure(known.points[one.entry])}" for one in people)
        said.append(_("Points before the round: %(points)s.") % {"points": scores})
    said.extend(_meetings(people, known.at))
    seats = ", ".join(f"{one.person.name} {known.seats[one.person.entry][one.seat]}" for one in row.seats)
    said.append(_("Earlier games in this seat: %(times)s.") % {"times": seats})
    return said


def _of_a_plan(row: TableRow, form: RoundRobin | Knockout | FinalTables) -> str:
    """Where it was settled beforehand who meets whom."""
    if isinstance(form, RoundRobin):
        return _("The schedule defines opponents and seats; positions in it were drawn by lot.")
    if isinstance(form, FinalTables):
        return _("Seating follows the final standings of the previous stage.")
    if row.leg > 1:
        return _("Game %(number)s of the same match; seats alternate.") % {"number": row.leg}
    return _("Placed by seed: the best seeds meet as late as possible.")


def _meetings(people: Iterable[Person], at: Mapping[int, set[tuple[int, int]]]) -> Iterator[str]:
    met = [
        (one, other, sorted(of for of, _table in at[one.entry] & at[other.entry]))
        for one, other in combinations(people, 2)
        if at[one.entry] & at[other.entry]
    ]
    if not met:
        yield _("None of these players had met before.")
    for one, other, rounds in met:
        yield ngettext("%(two)s met in round %(rounds)s.", "%(two)s met in rounds %(rounds)s.", len(rounds)) % {
            "two": words.listed([one.name, other.name]),
            "rounds": words.listed([str(number) for number in rounds]),
        }
