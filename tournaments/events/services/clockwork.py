"""What is due in events, done. Rows say when; this may run twice, late, and after a worker was killed anywhere."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.db import transaction

from tournaments.events import notices
from tournaments.events.errors import WrongState
from tournaments.models import Event, EventState, Round, What

from . import away, beginning, closing_rule, cups, dues, log, pairing, standings, starting, taking
from .locking import locked

logger = logging.getLogger("tournaments")

BATCH = 200


def sweep(now: datetime) -> None:
    """Take in games that are over, do what is due, pair what comes next, begin games, bring standings up to date."""
    for game_id in taking.waiting(BATCH):
        _safely(taking.take, game_id=game_id, now=now)
    for event_id, what, number in dues.due(now, BATCH):
        _safely(HAPPENINGS[What(what)], event_id=event_id, number=number, now=now)
    for table_id in closing_rule.waiting(BATCH):
        _safely(closing_rule.close_table, table_id=table_id, now=now)
    for event_id in pairing.waiting(BATCH):
        _safely(pairing.pair_next, event_id=event_id, now=now)
    for round_id in beginning.waiting(now, BATCH):
        _safely(_begin_all, round_id=round_id, now=now)
    for game_id, seat, by in away.waiting(now, BATCH):
        _safely(away.move, game_id=game_id, seat=seat, by=by, now=now)
    for event_id in standings.stale(BATCH):
        _safely(standings.refresh, event_id=event_id, now=now)


def _begin_all(*, round_id: int, now: datetime) -> None:
    while beginning.begin_batch(round_id=round_id, now=now):
        pass


@transaction.atomic
def entries_close(*, event_id: int, number: int, now: datetime) -> None:
    """The time for entries is over; who enters now is told so."""
    event = locked(event_id)
    if dues.take(event, What.CLOSES, number, now) and event.is_open:
        log.write(event, "closed entries", now=now)


def event_starts(*, event_id: int, number: int, now: datetime) -> None:
    """The event starts by itself, or where too few have entered waits for its directors."""
    event = Event.objects.get(pk=event_id)
    if event.is_open and event.starts_when_full:
        cups.start_or_wait(event_id=event_id, now=now)
        return
    if event.state == EventState.OPEN and event.entries.filter(state="entered").count() >= event.plan.least:
        starting.start(event_id=event_id, now=now)
        return
    with transaction.atomic():
        event = locked(event_id)
        if dues.take(event, What.STARTS, number, now) and event.is_open:
            log.write(event, "too few", now=now, least=event.plan.least)
            notices.too_few(event, now=now)


@transaction.atomic
def round_begins(*, event_id: int, number: int, now: datetime) -> None:
    """The games of a round may begin; they do so in batches."""
    dues.take(locked(event_id), What.BEGINS, number, now)


@transaction.atomic
def reminder(*, event_id: int, number: int, now: datetime) -> None:
    """The end of a round comes near."""
    event = locked(event_id)
    if dues.take(event, What.REMINDER, number, now):
        log.write(event, "reminded", now=now, round=number)
        notices.round_ends(event, event.rounds.get(number=number), now=now)


def deadline(*, event_id: int, number: int, now: datetime) -> None:
    """The time of a round is over."""
    closing_rule.apply(round_id=Round.objects.get(event_id=event_id, number=number).pk, now=now)


HAPPENINGS: Mapping[What, Callable[..., None]] = {
    What.CLOSES: entries_close,
    What.STARTS: event_starts,
    What.BEGINS: round_begins,
    What.DEADLINE: deadline,
    What.REMINDER: reminder,
}


def _safely(act: Callable[..., object], **arguments: int | datetime | timedelta) -> None:
    """One row that cannot be handled must not keep the others waiting; its error is logged whole."""
    try:
        act(**arguments)
    except WrongState:
        logger.info("%s was done by another worker for %s", getattr(act, "__name__", act), arguments)
    except Exception:
        logger.exception("%s failed for %s", getattr(act, "__name__", act), arguments)
