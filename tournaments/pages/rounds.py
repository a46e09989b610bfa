"""The rounds of a tournament: how far each is, and what led to its pairing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from statements.prepared import Prepared
from arbiter.kept import read
from tournaments.models import Chair, Rest, Round, RoundState, TableState, Tournament
from arbiter.progression.courses.swiss import FALLBACK
from arbiter.progression.plan import Knockout, Plan, Swiss
from arbiter.progression.situation import Why
from arbiter.sentences import Sentence

from .figures import award
from .pairing_words import numbers_in, told_of_round
from .people import Person, by_number, fields, person

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
class Step:
    """One round in the row of all: `kind` is done, now or to come."""

    number: int
    kind: str
    says: str
    has_page: bool
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round, how many `games` it has, and how many of them are `open`."""

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


@dataclass(frozen=True, slots=True)
class Resting:
    """Somebody without a game in a round, why, and what it brings."""

    person: Person
    why: str
    points: str


def _rounds(tournament: int) -> QuerySet[Round, Any]:
    is_open = Q(tables__state__in=(TableState.WAITING, TableState.RUNNING))
    columns = ("pk", "number", "state", "begins_at", "deadline_at", "was_extended", "is_held", "closed_at")
    rows = Round.objects.filter(tournament=tournament).order_by("number").values_list(*columns)
    return rows.annotate(games=Count("tables"), open=Count("tables", filter=is_open))


_rounds_of = Prepared(_rounds, 1)


def rounds_of(tournament: Tournament) -> list[RoundLine]:
    """The rounds so far. One statement."""
    return [RoundLine(*row) for row in _rounds_of(tournament.pk)]


def steps(plan: Plan, rounds: Sequence[RoundLine], abandoned_at: datetime | None = None) -> list[Step]:
    """All rounds, those to come of a Swiss too, whose number is known beforehand; none comes in a tournament that was abandoned."""
    found = [_step(one, abandoned_at) for one in rounds]
    stage = plan.stages[0]
    if isinstance(stage, Swiss):
        said = _("not played") if abandoned_at else _("upcoming")
        found += [Step(number, "coming", said, False) for number in range(len(found) + 1, stage.rounds + 1)]
    return found


def _step(one: RoundLine, abandoned_at: datetime | None) -> Step:
    if abandoned_at is not None and one.closed_at == abandoned_at:
        return Step(one.number, "coming", _("abandoned"), True)
    if one.state == RoundState.CLOSED:
        return Step(one.number, "done", _("finished"), True)
    if one.state == RoundState.PAIRED:
        return Step(one.number, "now", _("on hold") if one.is_held else _("paired"), True, one.begins_at)
    said = ngettext("%(open)s of %(all)s game open", "%(open)s of %(all)s games open", one.games) % {
        "open": one.open,
        "all": one.games,
    }
    return Step(one.number, "now", said, True, one.deadline_at)


def resting(of: Round, reader: User | None, plan: Plan) -> list[Resting]:
    """Who has no game in a round, byes first; in a knockout only who is through to the next one. One statement."""
    rests = Rest.objects.filter(round=of)
    if isinstance(plan.stages[of.stage], Knockout):
        own = Chair.objects.filter(entry=OuterRef("entry"), round__stage=of.stage)
        is_out = Exists(own.filter(round__number__lt=of.number)) & ~Exists(own.filter(round__number__gt=of.number))
        rests = rests.exclude(is_out, why=Why.FREE.value)
    rows = rests.order_by("entry__number").values_list("why", "points", *fields("entry__"))
    found = [(Why(why), points, person(who, reader)) for why, points, *who in rows]
    found.sort(key=lambda one: list(WHYS).index(one[0]))
    is_knockout = isinstance(plan.stages[of.stage], Knockout)
    return [
        Resting(who, str(THROUGH if is_knockout and why is Why.FREE else WHYS[why]), award(Fraction(points), plan))
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
    """Sentences as they were kept."""
    return [read(one, Sentence) for one in kept]
