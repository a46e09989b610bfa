"""Tournaments as rows of lists, and what will happen as days of a calendar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from tournaments.models import Due, Entry, EntryState, Tournament, TournamentState, What

from .rules_summary import in_short

MOST = 100
"""Tournaments of one state that a page shows."""
DAYS = 300
"""Lines of the calendar."""

HAPPENS = {
    What.CLOSES: gettext_lazy("registration closes"),
    What.STARTS: gettext_lazy("starts"),
    What.BEGINS: gettext_lazy("round %(round)s starts"),
    What.DEADLINE: gettext_lazy("round %(round)s ends"),
}
TOGETHER = {
    What.BEGINS: gettext_lazy("rounds %(rounds)s start"),
    What.DEADLINE: gettext_lazy("rounds %(rounds)s end"),
}
"""The same of several rounds at one time."""


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """One tournament of a list."""

    tournament: Tournament
    short: str
    entered: int
    is_mine: bool

    @property
    def people(self) -> str:
        most = self.tournament.most_entrants
        if most is not None and not self.tournament.started_at:
            return _("%(entered)s of %(most)s") % {"entered": self.entered, "most": most}
        return ngettext("%(number)s player", "%(number)s players", self.entered) % {"number": self.entered}


@dataclass(frozen=True, slots=True)
class Happening:
    """Something of a day: at what time, of which tournament, and what."""

    at: datetime
    tournament_id: int
    title: str
    kind: str
    number: int
    what: str


@dataclass(frozen=True, slots=True)
class Day:
    """A day with what happens then."""

    day: date
    happenings: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class Month:
    """A month with the days on which something happens."""

    first: date
    days: tuple[Day, ...]


def counted(tournaments: QuerySet[Tournament], reader: User | None) -> QuerySet[Tournament]:
    """The same tournaments, each with `entered`, how many are in, and `mine`, whether the reader is."""
    here = Entry.objects.filter(tournament=OuterRef("pk"), state=EntryState.ENTERED).order_by().values("tournament")
    own = Q(user=reader, state__in=(EntryState.ENTERED, EntryState.WAITING))
    mine = Entry.objects.filter(own, tournament=OuterRef("pk")).order_by().values("tournament")
    number = Count("pk")
    return tournaments.annotate(
        entered=Subquery(here.annotate(number=number).values("number")),
        mine=Subquery(mine.annotate(number=number).values("number")),
    )


def rows_of(tournaments: Iterable[Tournament]) -> list[TournamentRow]:
    """Rows of tournaments that `counted` has loaded."""
    return [
        TournamentRow(one, in_short(one), getattr(one, "entered", 0) or 0, bool(getattr(one, "mine", 0)))
        for one in tournaments
    ]


def opened(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those open for entries, who starts first first; without a date last."""
    return tournaments.filter(state=TournamentState.OPEN).order_by("starts_at", "pk")[:MOST]


def happenings(tournaments: QuerySet[Tournament]) -> list[Happening]:
    """What will happen in these tournaments by itself, in order. One statement."""
    found = Due.objects.filter(tournament__in=tournaments, tournament__paused_at=None, what__in=list(HAPPENS)).order_by(
        "at", "pk"
    )
    rows = found.values_list("at", "tournament_id", "tournament__title", "what", "number")[:DAYS]
    return [
        Happening(at, tournament, title, what, number, str(HAPPENS[What(what)]) % {"round": number})
        for at, tournament, title, what, number in rows
    ]


def together(found: Iterable[Happening]) -> Iterator[Happening]:
    """Rounds of a tournament that begin or end at one time as one line, where the first of them stands."""
    lines: dict[tuple[datetime, int, str], list[Happening]] = {}
    for one in found:
        lines.setdefault((one.at, one.tournament_id, one.kind), []).append(one)
    for (_at, _tournament, kind), ones in lines.items():
        if len(ones) == 1 or kind not in TOGETHER:
            yield from ones
        else:
            rounds = _spans(sorted(one.number for one in ones))
            yield replace(ones[0], what=str(TOGETHER[What(kind)]) % {"rounds": rounds})


def _spans(numbers: Sequence[int]) -> str:
    """`1–7, 10`: from three in a row on only the first and the last."""
    rows = [
        [number for _place, number in row] for _key, row in groupby(enumerate(numbers), key=lambda one: one[1] - one[0])
    ]
    return ", ".join(f"{row[0]}–{row[-1]}" if len(row) > 2 else ", ".join(map(str, row)) for row in rows)


def months(found: Sequence[Happening]) -> list[Month]:
    """The same by months and days, in the reader's zone."""
    days = [Day(day, tuple(ones)) for day, ones in groupby(found, key=lambda one: localtime(one.at).date())]
    return [Month(first, tuple(ones)) for first, ones in groupby(days, key=lambda one: one.day.replace(day=1))]
