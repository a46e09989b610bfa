"""A tournament starts: entrants get their numbers by their ratings, and lots."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from random import Random

from django.db import transaction

from accounts.models import User
from arbiter.kept import to_json
from arbiter.progression.plan import fitted, reason_against
from arbiter.ratings.elo import DEFAULT
from arbiter.ratings.games import OVERALL
from tournaments.lifecycle.errors import TooFewEntrants
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed, locked
from tournaments.lifecycle.words import say
from tournaments.models import Entry, EntryState, Rating, Tournament, TournamentState, What


@transaction.atomic
def start(*, tournament_id: int, now: datetime, director: User | None = None) -> None:
    """Start a open tournament, by a director or by itself; a round-robin gets the groups and games that so many can play.

    Raises TooFewEntrants, NotADirector, WrongState.
    """
    tournament = (
        locked(tournament_id, TournamentState.OPEN)
        if director is None
        else directed(tournament_id, director, TournamentState.OPEN)
    )
    entries = list(tournament.entries.select_related("user").filter(state=EntryState.ENTERED))
    if (reason := reason_against(tournament.plan, len(entries))) is not None:
        raise TooFewEntrants(say(reason))
    number_entries(tournament, entries, first=1)
    plan = fitted(tournament.plan, len(entries))
    is_other, tournament.plan_text = plan != tournament.plan, to_json(plan)
    tournament.state, tournament.started_at = TournamentState.RUNNING, now
    tournament.standings_due = True
    tournament.save(update_fields=["state", "started_at", "standings_due", "plan_text"])
    log.put(tournament, What.CLOSES, None)
    log.put(tournament, What.STARTS, None)
    log.write(tournament, "started", now=now, by=director, entrants=len(entries), lots=_lots(entries))
    if is_other:
        log.write(tournament, "fitted", now=now, plan=tournament.plan_text)


def number_entries(tournament: Tournament, entries: Iterable[Entry], *, first: int) -> None:
    """Numbers by rating, the best first, from `first` on; lots by the tournament's seed, so that they can be drawn again."""
    known = list(entries)
    ratings = ratings_of([entry.user_id for entry in known])
    for entry in known:
        entry.rating = ratings.get(entry.user_id)
    known.sort(key=in_order)
    lots = list(range(first, first + len(known)))
    Random(f"{tournament.seed}:lots:{first}").shuffle(lots)
    for number, (entry, lot) in enumerate(zip(known, lots, strict=True), start=first):
        entry.number, entry.lot = number, lot
    Entry.objects.bulk_create(  # rows that are there, updated in one plain statement
        known, update_conflicts=True, unique_fields=["id"], update_fields=["number", "lot", "rating"]
    )


def in_order(entry: Entry) -> tuple[float, datetime, int]:
    """What sorts entrants with their ratings, the best seed first."""
    return -(entry.rating or 0), entry.entered_at, entry.pk


def _lots(entries: Iterable[Entry]) -> list[list[int]]:
    return sorted([entry.number or 0, entry.lot or 0] for entry in entries)


def ratings_of(users: Collection[int]) -> dict[int, float]:
    """The overall ratings of these people, of those who have one. One statement."""
    return dict(Rating.objects.filter(pool=OVERALL, user__in=users).values_list("user_id", "value"))


def is_established(user: int) -> bool:
    """Whether the overall rating of somebody is no longer provisional. One statement."""
    return Rating.objects.filter(pool=OVERALL, user=user, games__gte=DEFAULT.settling_games).exists()
