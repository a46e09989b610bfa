"""The lines of the standings, made anew from all results whenever one has changed, with where everybody can still finish."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from arbiter.progression.prospects import kept_values, prospects_of, standings_of
from arbiter.standings.prospects import Prospect
from arbiter.standings.ranking import Standings
from tournaments.lifecycle.services.log import locked
from tournaments.lifecycle.situations import open_games, situation_of
from tournaments.models import Entry, Standing, Tournament


@dataclass(frozen=True, slots=True)
class Found:
    """Everybody in order, and where those can still finish of whom something can be said."""

    standings: Standings
    prospects: Mapping[int, Prospect]


def stale(most: int, without: Collection[int] = ()) -> list[int]:
    """Tournaments whose standings no longer follow from their results, but for some."""
    found = Tournament.objects.filter(standings_due=True).exclude(pk__in=without).order_by("pk")
    return list(found.values_list("pk", flat=True)[:most])


def refresh(*, tournament_id: int, now: datetime) -> None:
    """Write the standings of a tournament as its results are now: computed without the lock, which takes a second in a
    large tournament,
    and written only while nothing has changed since; else the next sweep does it. May run twice."""
    before = Tournament.objects.get(pk=tournament_id)
    found = _found(before, now)
    with transaction.atomic():
        tournament = locked(tournament_id)
        if tournament.version == before.version:
            keep(tournament, found)


def write(tournament: Tournament, now: datetime) -> None:
    """The same at once, with the tournament's row locked already."""
    keep(tournament, _found(tournament, now))


def final(tournament: Tournament, now: datetime) -> Found:
    """The lines of a tournament after which no round follows: every place is certain."""
    return Found(standings_of(situation_of(tournament, now)), {})


def _found(tournament: Tournament, now: datetime) -> Found:
    situation = situation_of(tournament, now)
    found = standings_of(situation)
    is_open = tournament.is_running and situation.done > 0
    return Found(found, prospects_of(situation, found, open_games(tournament)) if is_open else {})


def keep(tournament: Tournament, found: Found) -> None:
    """Write these lines instead of those that stand. The tournament's row is locked."""
    values = kept_values(found.standings)
    entries = dict(Entry.objects.filter(tournament=tournament, number__isnull=False).values_list("number", "pk"))
    Standing.objects.filter(tournament=tournament).delete()
    Standing.objects.bulk_create(
        Standing(
            tournament=tournament,
            entry_id=entries[row.entrant],
            place=row.place,
            order=order,
            shared_by=row.shared_by,
            values=values[row.entrant],
            decided_by=row.decided_by or "",
            best=prospect.best if prospect else None,
            worst=prospect.worst if prospect else None,
        )
        for order, row in enumerate(found.standings.rows, start=1)
        for prospect in [found.prospects.get(row.entrant)]
    )
    tournament.standings_due = False
    tournament.save(update_fields=["standings_due"])
