"""What is due in events, done. Rows say when; this may run twice, late, and after a worker was killed anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from django.db import transaction

from tournaments.events import notices
from tournaments.models import Event, EventState, Round, Step, What
from tournaments.plans.feasible import reason_against

from . import away, beginning, closing_rule, cups, dues, halting, log, pairing, standings, starting, taking
from .locking import locked

BATCH = 200


def sweep(now: datetime) -> None:
    """Take in games that are over, do what is due, pair what comes next, begin games, bring standings up to date. An event of
    which a step fails is held (`halting`) and left out from then on."""
    holds = halting.of_events(now)

    def do(step: Step, act: Callable[..., object], event_id: int, /, **arguments: object) -> None:
        holder = halting.OfEvent(event_id)
        if event_id not in holds.still and not halting.attempt(step, holder, act, now=now, **arguments):
            holds.still.add(event_id)

    for event_id, game_id in taking.waiting(BATCH, holds.still):
        do(Step.COUNTS, taking.take, event_id, game_id=game_id)
    for event_id, what, number in dues.due(now, BATCH, holds.still):
        step, act = HAPPENINGS[What(what)]
        do(step, act, event_id, event_id=event_id, number=number)
    for event_id, table_id in closing_rule.waiting(BATCH, holds.still):
        do(Step.CLOSES, closing_rule.close_table, event_id, table_id=table_id)
    for event_id in pairing.waiting(BATCH, holds.still):
        do(Step.PAIRS, pairing.pair_next, event_id, event_id=event_id)
    for event_id, round_id in beginning.waiting(now, BATCH, holds.still):
        do(Step.BEGINS, _begin_all, event_id, round_id=round_id)
    for event_id, game_id, seat, by in away.waiting(now, BATCH, holds.still):
        do(Step.TELLS, away.move, event_id, game_id=game_id, seat=seat, by=by)
    for event_id in standings.stale(BATCH, holds.still):
        do(Step.STANDS, standings.refresh, event_id, event_id=event_id)
    holds.settle()


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
    entered = event.entries.filter(state="entered").count()
    if event.state == EventState.OPEN and reason_against(event.plan, entered) is None:
        starting.start(event_id=event_id, now=now)
        return
    with transaction.atomic():
        event = locked(event_id)
        if dues.take(event, What.STARTS, number, now) and event.is_open:
            log.write(event, "too few", now=now, entered=entered, least=event.plan.least)
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


HAPPENINGS: Mapping[What, tuple[Step, Callable[..., None]]] = {
    What.CLOSES: (Step.STARTS, entries_close),
    What.STARTS: (Step.STARTS, event_starts),
    What.BEGINS: (Step.BEGINS, round_begins),
    What.DEADLINE: (Step.CLOSES, deadline),
    What.REMINDER: (Step.TELLS, reminder),
}
