"""An event starts: entrants get their numbers and lots, and the first round is paired."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from random import Random

from django.db import transaction

from accounts.models import User
from tournaments.events.errors import TooFewEntrants
from tournaments.events.ratings import ratings_of
from tournaments.events.words import say
from tournaments.kept import to_json
from tournaments.models import Entry, EntryState, Event, EventState, What
from tournaments.plans.feasible import reason_against
from tournaments.plans.fitting import fitted

from . import dues, log
from .locking import directed, locked


@transaction.atomic
def start(*, event_id: int, now: datetime, director: User | None = None) -> None:
    """Start an open event, by a director or by itself; a round-robin gets the groups and games that so many can play.

    Raises TooFewEntrants, NotADirector, WrongState.
    """
    event = locked(event_id, EventState.OPEN) if director is None else directed(event_id, director, EventState.OPEN)
    entries = list(event.entries.select_related("user").filter(state=EntryState.ENTERED))
    if (reason := reason_against(event.plan, len(entries))) is not None:
        raise TooFewEntrants(say(reason))
    number_entries(event, entries, first=1)
    plan = fitted(event.plan, len(entries))
    is_other, event.plan_text = plan != event.plan, to_json(plan)
    event.state, event.started_at = EventState.RUNNING, now
    event.standings_due = True
    event.save(update_fields=["state", "started_at", "standings_due", "plan_text"])
    dues.put(event, What.CLOSES, None)
    dues.put(event, What.STARTS, None)
    log.write(event, "started", now=now, by=director, entrants=len(entries), lots=_lots(entries))
    if is_other:
        log.write(event, "fitted", now=now, plan=event.plan_text)


def number_entries(event: Event, entries: Iterable[Entry], *, first: int) -> None:
    """Numbers by rating, the best first, from `first` on; lots by the event's seed, so that they can be drawn again."""
    known = list(entries)
    ratings = ratings_of([entry.user_id for entry in known])
    for entry in known:
        entry.rating = ratings.get(entry.user_id)
    known.sort(key=in_order)
    lots = list(range(first, first + len(known)))
    Random(f"{event.seed}:lots:{first}").shuffle(lots)
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
