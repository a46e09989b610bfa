"""Somebody's tournaments in a few lines: the next game, the end of the round, entries that close soon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from accounts.models import User
from games.models import Seat
from statements.prepared import Prepared
from tournaments.models import Chair, Entry, Reach, RoundState, Tournament, TournamentState

from .visibility import IN

SOON = timedelta(days=7)
"""Entries that close within this time are pointed out to who is not entered."""
MOST = 60
"""Tournaments that are looked at; the page shows the first ones and unfolds the others."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A game of the reader's in a round that is not closed; `waits`: it is his turn."""

    round_number: int
    until: datetime
    table: int
    url: str
    waits: bool


@dataclass(frozen=True, slots=True)
class OwnTournament:
    """A tournament of the reader's, or one that he may still enter."""

    pk: int
    title: str
    is_in: bool
    is_running: bool
    starts_at: datetime | None
    closes_at: datetime | None
    tables: tuple[OwnTable, ...]

    @property
    def url(self) -> str:
        return reverse("tournaments:tournament", args=[self.pk])


def _found(user: int, now: datetime, soon: datetime) -> QuerySet[Tournament, Any]:
    entered = Exists(Entry.objects.filter(tournament=OuterRef("pk"), user=user, state__in=IN))
    closing = Q(state=TournamentState.OPEN, reach=Reach.PUBLIC, closes_at__gt=now, closes_at__lte=soon)
    found = Tournament.objects.annotate(is_in=entered).filter(
        Q(is_in=True, state__in=(TournamentState.OPEN, TournamentState.RUNNING)) | closing
    )
    columns = ("pk", "title", "is_in", "state", "starts_at", "closes_at")
    return found.order_by("-is_in", "-state", "closes_at", "pk").values_list(*columns)[:MOST]


_own_or_open = Prepared(_found, 1, moments=2)


def own_tournaments(reader: User, now: datetime) -> list[OwnTournament]:
    """Where it is his turn first, then running tournaments, those to come, and those that he may still enter. One statement, a
    second one while a tournament of his runs."""
    rows = _own_or_open(reader.pk, now, now + SOON)
    running = [pk for pk, _title, is_in, state, *_when in rows if is_in and state == TournamentState.RUNNING]
    tables = _tables(reader, running) if running else {}
    shown = [
        OwnTournament(
            pk, title, bool(is_in), state == TournamentState.RUNNING, starts, closes, tuple(tables.get(pk, ()))
        )
        for pk, title, is_in, state, starts, closes in rows
    ]
    return sorted(shown, key=lambda one: not any(table.waits for table in one.tables))


def _tables(reader: User, tournaments: Sequence[int]) -> dict[int, list[OwnTable]]:
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
    found: dict[int, list[OwnTable]] = {}
    for tournament, number, until, table, game, is_asked in chairs.values_list(*columns):
        url = reverse("games:game", args=[game])
        found.setdefault(tournament, []).append(OwnTable(number, until, table, url, is_asked))
    return found
