"""The rounds of a tournament, and why a table is as it is, for its players."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from itertools import combinations
from typing import Any

from django.db.models import BigIntegerField, Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Cast
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from arbiter.formats.double_elimination import still_in
from arbiter.kept import from_json, read
from arbiter.progression.knockouts import double
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss
from arbiter.progression.situation import Situation, Why
from arbiter.progression.swiss import FALLBACK
from arbiter.sentences import Sentence
from games.names import words
from statements import Columns, Prepared
from tournaments.models import Chair, Entry, Rest, Round, RoundState, Table, TableState, Tournament
from tournaments.pages.pairing_words import numbers_in, told_of_round
from tournaments.pages.people import Person, SeenTournament, by_number, fields, person
from tournaments.pages.tables import TableRow
from tournaments.pages.tie_breaks import TWELVE, award, figure, points_in

WHYS: Mapping[Why, Promise] = {
    Why.BYE: gettext_lazy("bye"),
    Why.REQUESTED: gettext_lazy("requested bye"),
    Why.FREE: gettext_lazy("no game this round"),
    Why.ABSENT: gettext_lazy("absent"),
    Why.LATE: gettext_lazy("not yet registered"),
}
THROUGH = gettext_lazy("already in the next round")
"""Why somebody rests in a round of a knockout."""


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round, how many `games` it has, and how many of them are `open`: none where it is held and the reader no director."""

    pk: int
    number: int
    state: str
    begins_at: datetime
    deadline_at: datetime
    was_extended: bool
    is_held: bool
    closed_at: datetime | None
    games: int
    open: int


_ROUND = Columns(Round, without=("made_from",))


def _one(tournament: int, number: int) -> QuerySet[Round, Any]:
    tables = Table.objects.filter(round=OuterRef("pk")).order_by().values("round").annotate(count=Count("pk"))
    rounds = Round.objects.filter(tournament=tournament).order_by().values("tournament").annotate(count=Count("pk"))
    found = Round.objects.annotate(
        tables_in=Subquery(tables.values("count")),
        begun=Subquery(rounds.filter(is_held=False).values("count")),
        rounds=Subquery(rounds.values("count")),
    )
    # the number of a round is small, and a prepared statement is made with a large one
    found = found.alias(at=Cast("number", BigIntegerField())).filter(tournament=tournament, at=number)
    return found.values_list(*_ROUND.asked, "tables_in", "begun", "rounds")


_round = Prepared(_one, 2)


def round_of(seen: SeenTournament, number: int) -> tuple[Round, int, int] | None:
    """The round with this number, without what it was made from, if the reader may see it, with how many tables it has and how
    many rounds the reader may see. One statement."""
    for row in _round(seen.tournament.pk, number):
        of, (tables, begun, rounds) = _ROUND.take(row), row[-3:]
        if seen.directs or not of.is_held:
            return of, tables or 0, rounds if seen.directs else begun
    return None


def _rounds(tournament: int) -> QuerySet[Round, Any]:
    is_open = Q(tables__state__in=(TableState.WAITING, TableState.RUNNING))
    columns = ("pk", "number", "state", "begins_at", "deadline_at", "was_extended", "is_held", "closed_at")
    rows = Round.objects.filter(tournament=tournament).order_by("number").values_list(*columns)
    return rows.annotate(games=Count("tables"), open=Count("tables", filter=is_open))


_rounds_of = Prepared(_rounds, 1)


def rounds_of(seen: SeenTournament) -> list[RoundLine]:
    found = (RoundLine(*row) for row in _rounds_of(seen.tournament.pk))
    return [replace(one, games=0, open=0) if one.is_held and not seen.directs else one for one in found]


def steps(plan: Plan, rounds: Sequence[RoundLine], abandoned_at: datetime | None = None) -> list[dict[str, Any]]:
    """All rounds, those to come of a Swiss too, whose number is known beforehand; none comes in a tournament that was abandoned."""
    found = [_step(one, abandoned_at) for one in rounds]
    stage = plan.stages[0]
    if isinstance(stage, Swiss):
        said = _("not played") if abandoned_at else _("upcoming")
        found += [_step_of(number, "coming", said, False) for number in range(len(found) + 1, stage.rounds + 1)]
    return found


def _step(one: RoundLine, abandoned_at: datetime | None) -> dict[str, Any]:
    if abandoned_at is not None and one.closed_at == abandoned_at:
        return _step_of(one.number, "coming", _("abandoned"), not one.is_held)
    if one.state == RoundState.CLOSED:
        return _step_of(one.number, "done", _("finished"), True)
    if one.state == RoundState.PAIRED:
        says = _("on hold") if one.is_held else _("paired")
        return _step_of(one.number, "now", says, bool(one.games) or not one.is_held, one.begins_at)
    said = ngettext("%(open)s of %(all)s game open", "%(open)s of %(all)s games open", one.games) % {
        "open": one.open,
        "all": one.games,
    }
    return _step_of(one.number, "now", said, True, one.deadline_at)


def _step_of(number: int, kind: str, says: str, has_page: bool, until: datetime | None = None) -> dict[str, Any]:
    """One round in the row of all: `kind` is done, now or to come."""
    return {"number": number, "kind": kind, "says": says, "has_page": has_page, "until": until}


_resting = Prepared(
    lambda of: Rest.objects.filter(round=of).order_by("entry__number").values_list("why", "points", *fields("entry__")),
    1,
)


def resting(of: Round, reader: User | None, plan: Plan) -> list[dict[str, Any]]:
    """Who has no game in a round, why, and what it brings, byes first; in a knockout only who is still in. One statement, two
    there."""
    found = [(Why(why), points, person(who, reader)) for why, points, *who in _resting(of.pk)]
    form = plan.stages[of.stage]
    is_knockout = isinstance(form, Knockout)
    if isinstance(form, Knockout) and form.double and found:
        through = still_in(double(from_json(Situation, of.made_from)))
        found = [one for one in found if one[0] is not Why.FREE or one[2].number in through]
    elif is_knockout and found:
        own = Chair.objects.filter(entry=OuterRef("pk"), round__stage=of.stage)
        is_out = Exists(own.filter(round__number__lt=of.number)) & ~Exists(own.filter(round__number__gt=of.number))
        out = set(Entry.objects.filter(is_out, rests__round=of).values_list("pk", flat=True))
        found = [one for one in found if one[0] is not Why.FREE or one[2].entry not in out]
    found.sort(key=lambda one: list(WHYS).index(one[0]))
    return [
        {"person": who, "why": str(THROUGH if is_knockout and why is Why.FREE else WHYS[why])}
        | {"points": award(Fraction(points), plan)}
        for why, points, who in found
    ]


def reasons(tournament: Tournament, of: Round, known: Iterable[Person]) -> list[str]:
    """Why the round is paired as it is, in the reader's language, with names: of those who are known already, or one statement."""
    kept, names = sentences(of.why), {one.number: one.name for one in known if one.number is not None}
    if lacking := numbers_in(kept) - names.keys():
        names |= {number: one.name for number, one in by_number(tournament, None, lacking).items()}
    return told_of_round(kept, names, is_first=of.number == 1)


def keeps_the_rules(of: Round) -> bool:
    """Whether a round in pairs is by the Dutch system, and not by what stands in where it finds none."""
    return all(one.pattern != FALLBACK for one in sentences(of.why))


def sentences(kept: Iterable[object]) -> list[Sentence]:
    return [read(one, Sentence) for one in kept]


@dataclass(slots=True)
class Before:
    """What was known of the people of some tables before their round: their points, in which rounds they sat at which tables, and
    how often in which seat."""

    points: dict[int, Fraction | int] = field(default_factory=lambda: defaultdict(int))
    at: dict[int, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set))
    seats: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))


_chairs = Prepared(
    lambda of, first, last: (
        Chair.objects.filter(
            entry__chairs__round=of, entry__chairs__table__number__gte=first, entry__chairs__table__number__lte=last
        )
        .order_by()
        .values_list("entry_id", "round__number", "table_id", "seat", "table__state", "table__result_text")
    ),
    3,
)
_rests = Prepared(
    lambda of, first, last: (
        Rest.objects.filter(
            entry__chairs__round=of, entry__chairs__table__number__gte=first, entry__chairs__table__number__lte=last
        )
        .order_by()
        .values_list("entry_id", "round__number", "points")
    ),
    3,
)
"""Where everybody of some tables of a round sat in all rounds, and where they rested."""


def before(of: Round, rows: Sequence[TableRow], plan: Plan) -> Before:
    """The earlier rounds of everybody at these tables of a round. Two statements, none for a first round."""
    known = Before()
    people = {one.person.entry: one.person.number for row in rows for one in row.seats}
    if of.number == 1 or not people:
        return known
    tables = of.pk, min(row.number for row in rows), max(row.number for row in rows)
    chairs = [row for row in _chairs(*tables) if row[1] < of.number and row[0] in people]
    texts = {table: text for _entry, _of, table, _seat, state, text in chairs if state == TableState.COUNTED}
    brought = dict(zip(texts, points_in(texts.values(), plan), strict=True))
    for entry, number, table, seat, *_more in chairs:
        known.at[entry].add((number, table))
        known.seats[entry][seat] += 1
        known.points[entry] += brought.get(table, {}).get(people[entry], 0)
    for entry, number, points in _rests(*tables):
        if number < of.number:
            known.points[entry] += Fraction(points) * (1 if plan.in_pairs else TWELVE)
    return known


def reasons_for(row: TableRow, known: Before, plan: Plan, stage: int) -> tuple[str, ...]:
    """What there is to say of one table of a round in this stage. Where all play the same deal there are no points of a table."""
    form = plan.stages[stage]
    if not isinstance(form, Swiss):
        return (_of_a_plan(row, form),)
    if row.round_number == 1:
        if not plan.in_pairs:
            return (_("First round: nobody has points yet, so this table was drawn by lot."),)
        return (
            _(
                "First round: the upper half plays the lower half, by starting number. Numbers follow ratings, "
                "or registration time if nobody has a rating."
            ),
        )
    people = [one.person for one in row.seats]
    said = []
    if not plan.is_duplicate:
        scores = ", ".join(f"{one.name} {figure(known.points[one.entry])}" for one in people)
        said.append(_("Points before the round: %(points)s.") % {"points": scores})
    said.extend(_meetings(people, known.at))
    seats = ", ".join(f"{one.person.name} {known.seats[one.person.entry][one.seat]}" for one in row.seats)
    said.append(_("Earlier games in this seat: %(times)s.") % {"times": seats})
    return tuple(said)


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
