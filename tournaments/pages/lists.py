"""Tournaments as rows of lists and days of a calendar, and a reader's own in a few lines."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Lower, StrIndex
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.models import Seat
from statements import Columns, Prepared
from tournaments.models import (
    Chair,
    Due,
    Entry,
    EntryState,
    Follow,
    Reach,
    Round,
    RoundState,
    Standing,
    Tournament,
    TournamentState,
    What,
)
from tournaments.pages.people import IN, visible
from tournaments.pages.rules_summary import in_short

MOST = 300
"""Tournaments beside finished ones that a page shows."""
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
    at: datetime
    tournament_id: int
    title: str
    kind: str
    number: int
    what: str


def counted(tournaments: QuerySet[Tournament], reader: User | int | None) -> QuerySet[Tournament]:
    """The same tournaments, each with `entered`, how many are in, and `mine`, whether the reader is."""
    here = Entry.objects.filter(tournament=OuterRef("pk"), state=EntryState.ENTERED).order_by().values("tournament")
    own = Q(user=reader, state__in=(EntryState.ENTERED, EntryState.WAITING))
    mine = Entry.objects.filter(own, tournament=OuterRef("pk")).order_by().values("tournament")
    number = Count("pk")
    return tournaments.annotate(
        entered=Subquery(here.annotate(number=number).values("number")),
        mine=Subquery(mine.annotate(number=number).values("number")),
    )


GOING_ON = (TournamentState.DRAFT, TournamentState.OPEN, TournamentState.RUNNING)
_TOURNAMENT = Columns(Tournament)


@dataclass(frozen=True, slots=True)
class TournamentSearch:
    """The tournaments that a reader may see, having followed these links: with this in their title, and for `is_mine` those that
    they play in or direct. The statements are made once for so many links."""

    reader: User | None
    followed: Sequence[str]
    title: str
    is_mine: bool

    def going_on(self) -> dict[str, list[TournamentRow]]:
        """Return the `drafts`, the latest first; those `open` for registration, the first to start first, and those without a date
        last; and those `running`, the latest start first. One statement."""
        rows = self._rows(_going_on(len(self.followed), self.is_mine))
        drafts, opened, running = ([row for row in rows if row.tournament.state == state] for state in GOING_ON)
        for latest_first in (drafts, running):
            latest_first.sort(key=lambda row: (row.tournament.started_at, row.tournament.pk), reverse=True)
        return {"drafts": drafts, "open": opened, "running": running}

    def finished(self, lines: slice) -> list[TournamentRow]:
        """Return these lines of the finished and cancelled ones, the latest first. One statement."""
        return self._rows(_finished(len(self.followed), self.is_mine, lines.start, lines.stop))

    def count_finished(self) -> int:
        """How many are finished or cancelled. One statement."""
        return _finished(len(self.followed), self.is_mine, None, None).count(*self._arguments)

    @property
    def _arguments(self) -> tuple[int | str, ...]:
        return self.reader.pk if self.reader is not None else 0, self.title, *self.followed

    def _rows(self, statement: Prepared) -> list[TournamentRow]:
        found = ((_TOURNAMENT.take(row), *row[_TOURNAMENT.end :]) for row in statement(*self._arguments))
        return [TournamentRow(one, in_short(one), entered or 0, bool(mine)) for one, entered, mine in found]


@lru_cache(maxsize=64)
def _going_on(followed: int, is_mine: bool) -> Prepared:
    def build(reader: int, title: str, *tokens: str) -> QuerySet[Tournament, Any]:
        found = _matching(reader, title, tokens, is_mine=is_mine).filter(state__in=GOING_ON)
        in_order = found.order_by("state", "-started_at", F("starts_at").asc(nulls_last=True), "pk")
        return in_order.values_list(*_TOURNAMENT.asked, "entered", "mine")[:MOST]

    return Prepared(build, 1, texts=1 + followed)


@lru_cache(maxsize=64)
def _finished(followed: int, is_mine: bool, start: int | None, stop: int | None) -> Prepared:
    def build(reader: int, title: str, *tokens: str) -> QuerySet[Tournament, Any]:
        found = _matching(reader, title, tokens, is_mine=is_mine).exclude(state__in=GOING_ON)
        return found.order_by("-finished_at", "-pk").values_list(*_TOURNAMENT.asked, "entered", "mine")[start:stop]

    return Prepared(build, 1, texts=1 + followed)


def _matching(reader: int, title: str, followed: Sequence[str], *, is_mine: bool) -> QuerySet[Tournament]:
    found = counted(visible(reader, followed), reader).alias(at=StrIndex(Lower("title"), Lower(Value(title))))
    found = found.filter(at__gt=0)
    return found.filter(Q(mine__gt=0) | Q(directs=True)) if is_mine else found


def happenings(tournaments: QuerySet[Tournament], reader: User | None) -> list[Happening]:
    """What will happen in these tournaments by itself, in order; of a round that is held only its directors read. One statement."""
    held = Round.objects.filter(tournament=OuterRef("tournament"), number=OuterRef("number"), is_held=True)
    if reader is not None:
        held = held.exclude(tournament__directors__user=reader)
    due = Due.objects.filter(tournament__in=tournaments, tournament__paused_at=None, what__in=list(HAPPENS))
    found = due.exclude(Exists(held)).order_by("at", "pk")
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


def months(found: Sequence[Happening]) -> list[dict[str, Any]]:
    by_day = groupby(found, key=lambda one: localtime(one.at).date())
    days: list[dict[str, Any]] = [{"day": day, "happenings": list(ones)} for day, ones in by_day]
    by_month = groupby(days, key=lambda one: one["day"].replace(day=1))
    return [{"first": first, "days": list(ones)} for first, ones in by_month]


SOON = timedelta(days=7)
"""Entries that close within this time are pointed out to who is not entered."""
MOST_OWN = 60
"""Tournaments that are looked at; the page shows the first ones and unfolds the others."""


def _found(user: int, now: datetime, soon: datetime) -> QuerySet[Tournament, Any]:
    entered = Exists(Entry.objects.filter(tournament=OuterRef("pk"), user=user, state__in=IN))
    closing = Q(state=TournamentState.OPEN, reach=Reach.PUBLIC, closes_at__gt=now, closes_at__lte=soon)
    found = Tournament.objects.annotate(is_in=entered).filter(
        Q(is_in=True, state__in=(TournamentState.OPEN, TournamentState.RUNNING)) | closing
    )
    columns = ("pk", "title", "is_in", "state", "starts_at", "closes_at")
    return found.order_by("-is_in", "-state", "closes_at", "pk").values_list(*columns)[:MOST_OWN]


_own_or_open = Prepared(_found, 1, moments=2)


def own_tournaments(reader: User, now: datetime) -> list[dict[str, Any]]:
    """List tournaments where it is the reader's turn first, then running ones, those to come, and those they may still enter, with
    the reader's games in rounds that are not closed and their place among `players`. `waits`: it is their turn there. One
    statement, and two more while a tournament of theirs runs."""
    rows = _own_or_open(reader.pk, now, now + SOON)
    running = [pk for pk, _title, is_in, state, *_when in rows if is_in and state == TournamentState.RUNNING]
    tables = _tables(reader, running) if running else {}
    places = _places(reader, running) if running else {}
    shown = [
        {"title": title, "is_in": bool(is_in), "is_running": state == TournamentState.RUNNING}
        | {"starts_at": starts, "closes_at": closes, "tables": tables.get(pk, [])}
        | dict(zip(("place", "players"), places.get(pk, (None, 0)), strict=True))
        | {"url": reverse("tournaments:tournament", args=[pk])}
        for pk, title, is_in, state, starts, closes in rows
    ]
    return sorted(shown, key=lambda one: not any(table["waits"] for table in one["tables"]))


def _places(reader: User, tournaments: Sequence[int]) -> dict[int, tuple[int, int]]:
    rows = Standing.objects.filter(entry__user=reader, tournament__in=tournaments).order_by()
    return {pk: (place, players) for pk, place, players in rows.values_list("tournament", "place", _players())}


def _players() -> Subquery:
    """How many lines there are: the number of the last one, found by the index."""
    return Subquery(Standing.objects.filter(tournament=OuterRef("tournament")).order_by("-order").values("order")[:1])


def _tables(reader: User, tournaments: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    waits = Seat.objects.filter(
        game=OuterRef("table__game"), waiting=True, tenures__user=reader, tenures__until__isnull=True
    )
    chairs = (
        Chair.objects.filter(entry__user=reader, round__tournament__in=tournaments, table__game__isnull=False)
        .exclude(round__state=RoundState.CLOSED)
        .exclude(table__state="counted")
        .annotate(waits=Exists(waits))
        .order_by("round__number", "table__number", "leg")
    )
    columns = ("round__tournament", "round__number", "round__deadline_at", "table__number", "table__game", "waits")
    found: dict[int, list[dict[str, Any]]] = {}
    for tournament, number, until, table, game, is_asked in chairs.values_list(*columns):
        found.setdefault(tournament, []).append(
            {"round_number": number, "until": until, "table": table, "waits": is_asked}
            | {"url": reverse("games:game", args=[game])}
        )
    return found


MOST_PLAYED = 10
MOST_ENTRIES = 1000
"""The latest, among which those are looked for: the planner begins with the person, also where tournaments are few."""


def _played(player: int, reader: int) -> QuerySet[Standing, Any]:
    entries = Entry.objects.filter(user=player).order_by("-pk").values("pk")[:MOST_ENTRIES]
    rows = Standing.objects.filter(
        entry__in=entries, tournament__division=None, tournament__in=visible(reader).values("pk")
    )
    columns = ("tournament", "tournament__title", "tournament__state", "tournament__started_at", "place")
    return rows.order_by("-tournament__started_at", "-tournament").values_list(*columns, _players())[:MOST_PLAYED]


_played_by = Prepared(_played, 2)


def played_by(player: User, reader: User | None) -> list[dict[str, Any]]:
    """The latest tournaments that somebody plays or has played and the reader may see, with the place in each. One statement."""
    return [
        {"pk": pk, "title": title, "is_over": state == TournamentState.FINISHED, "started": started}
        | {"place": place, "players": players}
        for pk, title, state, started, place, players in _played_by(player.pk, reader.pk if reader else 0)
    ]


MOST_FOLLOWED = 100


def followed_by(reader: User) -> list[dict[str, str]]:
    """What the reader follows and may still see, how it stands, and where one stops following it, the latest first. One
    statement."""
    rows = Follow.objects.filter(Q(tournament=None) | Q(tournament__reach=Reach.PUBLIC), user=reader)
    return [_line(row) for row in rows.select_related("tournament", "league").order_by("-since", "-pk")[:MOST_FOLLOWED]]


def rounds_ending(user: User, since: datetime, until: datetime) -> list[str]:
    """The rounds in which this player sits at a table and that end in this time, a sentence each. One statement."""
    rounds = Round.objects.filter(
        tables__chairs__entry__user=user, state=RoundState.RUNNING, deadline_at__gt=since, deadline_at__lte=until
    )
    found = rounds.order_by("deadline_at").distinct().values_list("tournament__title", "number", "deadline_at")
    return [
        _("%(tournament)s, round %(round)s ends on %(day)s.")
        % {"tournament": title, "round": number, "day": date_format(localtime(at), "DATE_FORMAT")}
        for title, number, at in found
    ]


def to_list(request: HttpRequest) -> HttpResponse | None:
    """Back to the list where somebody stopped following; None for who was not there."""
    if request.POST.get("from") != "list":
        return None
    return redirect(f"{reverse('tournaments:tournaments')}?mine=1#h-followed")


def _line(row: Follow) -> dict[str, str]:
    of = row.tournament or row.league
    assert of is not None
    if isinstance(of, Tournament):
        name, state = "tournament", str(TournamentState(of.state).label)
    else:
        name, state = "league", _("League, ended") if of.closed_at else _("League")
    stop = reverse(f"tournaments:{name}-follow", args=[of.pk])
    return {"title": of.title, "state": state, "url": of.get_absolute_url(), "stop": stop}
