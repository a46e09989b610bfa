"""People enter an event and leave it, before its start and while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tournaments.errors import TooLate
from tournaments.events import notices
from tournaments.events.applicants import applicant_of
from tournaments.events.errors import BadRequest, EntriesClosed, NotEligible, NotEntered, NothingToComeLater
from tournaments.events.situations import situation_of
from tournaments.events.words import say
from tournaments.formats.late import late_points
from tournaments.models import Entry, EntryState, Event, EventState, Rest, Round, What
from tournaments.plans.conditions import reasons_against
from tournaments.plans.giving_up import if_given_up
from tournaments.plans.plan import RoundRobin, Swiss
from tournaments.plans.situation import Why

from . import dues, log
from .locking import changed, locked
from .starting import number_entries

IN = (EntryState.ENTERED, EntryState.WAITING)


@transaction.atomic
def enter(*, event_id: int, user: User, now: datetime, code_word: str = "") -> Entry:
    """Enter, or stand on the waiting list where all places are taken. May run twice.

    While a Swiss runs one may enter until the round that it states. Raises EntriesClosed, or NotEligible with the reasons.
    """
    event = locked(event_id, EventState.OPEN, EventState.RUNNING)
    known = event.entries.filter(user=user).first()
    if known is not None and known.state in IN:
        return known
    if known is not None and known.state == EntryState.REMOVED:
        raise NotEligible(_("A director removed you from this tournament. Contact the directors."))
    if known is not None and known.number is not None:
        return _come_back(event, known, now)
    if event.is_open and event.closes_at and event.closes_at <= now:
        raise EntriesClosed
    if user.is_bot:
        raise NotEligible(_("Bot accounts cannot register for tournaments."))
    reasons = list(reasons_against(event.conditions, applicant_of(user, event, code_word)))
    if reasons:
        raise NotEligible(" ".join(say(reason) for reason in reasons))
    entry = admit(event, user, known, now)
    kind = "waits" if entry.state == EntryState.WAITING else "entered"
    log.write(event, kind, now=now, by=user, user=user.pk, first_round=entry.first_round)
    notices.entered(event, user.pk, now=now)
    return entry


def admit(event: Event, user: User, known: Entry | None, now: datetime) -> Entry:
    """Write the entry of somebody who may enter, with his number where the event runs. The event's row is locked.

    `known` is the entry that he had before. Raises EntriesClosed where it is too late.
    """
    entry = known or Entry(event=event, user=user)
    is_new = entry.number is None
    if is_new:
        entry.first_round = 1 if event.is_open else late_round(event)
    is_full = _is_full(event)
    entry.state, entry.entered_at = EntryState.WAITING if is_full else EntryState.ENTERED, now
    entry.left_at, entry.is_idle = None, False
    entry.save()
    _settle(event, entry, "")
    if event.is_running and not is_full and is_new:
        _begin_late(event, entry)
    _start_if_full(event, now)
    return entry


def late_round(event: Event) -> int:
    """The first round that plays who enters now, while the event runs. Raises EntriesClosed where it is too late."""
    if not isinstance(event.plan.stages[0], Swiss):
        raise EntriesClosed
    first_round = 1 + Round.objects.filter(event=event).count()
    try:
        late_points(event.plan.late, first_round)
    except TooLate as error:
        raise EntriesClosed(say(error.sentence)) from error
    return first_round


def _begin_late(event: Event, entry: Entry) -> None:
    """A late entrant gets his number, and for the rounds that he missed the points that the event states."""
    number_entries(event, [entry], first=1 + (_last_number(event) or 0))
    points = late_points(event.plan.late, entry.first_round)
    Rest.objects.bulk_create(
        Rest(round=of, entry=entry, why=Why.LATE.value, points=str(points[of.number - 1]))
        for of in Round.objects.filter(event=event, number__lt=entry.first_round).order_by("number")
    )
    event.standings_due = True
    changed(event, "standings_due")


def _come_back(event: Event, entry: Entry, now: datetime) -> Entry:
    """Somebody who had withdrawn plays again, from the next round on, and results that were annulled count again. Where his
    place has been taken meanwhile he waits for one."""
    waits = _is_full(event) and moves_up(event)
    entry.state = EntryState.WAITING if waits else EntryState.ENTERED
    entry.entered_at = now if waits else entry.entered_at
    entry.left_at, entry.is_idle = None, False
    entry.save(update_fields=["state", "entered_at", "left_at", "is_idle"])
    if waits:
        log.write(event, "waits", now=now, by=entry.user, user=entry.user_id)
        notices.entered(event, entry.user_id, now=now)
        return entry
    _settle(event, entry, "")
    log.write(event, "came back", now=now, by=entry.user, player=entry.number)
    return entry


@transaction.atomic
def leave(*, event_id: int, user: User, now: datetime) -> None:
    """Leave the waiting list or the event; games that run go on. Raises NotEntered."""
    event = locked(event_id, EventState.OPEN, EventState.RUNNING)
    entry = event.entries.filter(user=user, state__in=IN).first()
    if entry is None:
        raise NotEntered
    take_out(event, entry, EntryState.WITHDRAWN, now)
    log.write(event, "left", now=now, by=user, user=user.pk, player=entry.number, **settled(entry))
    move_up(event, now)


def take_out(event: Event, entry: Entry, state: EntryState, now: datetime) -> None:
    """An entry is no longer in; in a round-robin that runs it is settled what becomes of its results. The event's row is locked."""
    if event.is_running and entry.number and not entry.gave_up:
        found = if_given_up(situation_of(event, now), entry.number)
        _settle(event, entry, found.rule.value if found else "")
    entry.state, entry.left_at = state, now
    entry.save(update_fields=["state", "left_at"])


def _settle(event: Event, entry: Entry, gave_up: str) -> None:
    """What becomes of the results of who gives up, or comes back: the standings follow."""
    if entry.gave_up == gave_up:
        return
    entry.gave_up = gave_up
    entry.save(update_fields=["gave_up"])
    event.standings_due = True
    changed(event, "standings_due")


def settled(entry: Entry) -> dict[str, Any]:
    """What an act says of the results of who leaves, where there is something to say."""
    return {"results": entry.gave_up} if entry.gave_up else {}


def move_up(event: Event, now: datetime) -> None:
    """Who waits longest takes a place that has become free: before the start, and in a Swiss that runs as long as one may enter
    late, with the points that late entrants get. The event's row is locked."""
    if event.most_entrants is None or not moves_up(event):
        return
    free = event.most_entrants - _count(event)
    for entry in event.entries.filter(state=EntryState.WAITING).order_by("entered_at", "pk")[: max(0, free)]:
        entry.state = EntryState.ENTERED
        is_late = event.is_running and entry.number is None
        if is_late:
            entry.first_round = late_round(event)
        entry.save(update_fields=["state", "first_round"])
        if is_late:
            _begin_late(event, entry)
        log.write(event, "moved up", now=now, user=entry.user_id, first_round=entry.first_round)
        notices.moved_up(event, entry.user_id, now=now)


def moves_up(event: Event) -> bool:
    """Whether a place that becomes free now goes to who waits for one."""
    if event.starts_when_full or not event.is_running:
        return event.is_open and not event.starts_when_full
    try:
        return late_round(event) > 0
    except EntriesClosed:
        return False


@transaction.atomic
def be_back(*, event_id: int, user: User, now: datetime) -> None:
    """Who had vanished says that he is back, and is paired from the next round on. Raises NotEntered."""
    event = locked(event_id, EventState.RUNNING)
    entry = event.entries.filter(user=user, state=EntryState.ENTERED).first()
    if entry is None:
        raise NotEntered
    if entry.is_idle:
        entry.is_idle = False
        entry.save(update_fields=["is_idle"])
        log.write(event, "is back", now=now, by=user, player=entry.number)


@transaction.atomic
def wish(*, event_id: int, user: User, now: datetime, byes: Sequence[int] = (), not_before: date | None = None) -> None:
    """What an entrant asks for: byes in rounds not yet paired, and not to play before a day.

    Raises NotEntered, NothingToComeLater for a day where all is paired at the start or already, or BadRequest for more byes than
    the event allows and for rounds that are paired or not there.
    """
    event = locked(event_id, EventState.OPEN, EventState.RUNNING)
    entry = event.entries.filter(user=user, state__in=IN).first()
    if entry is None:
        raise NotEntered
    stage = event.plan.stages[0]
    if byes and not isinstance(stage, Swiss):
        raise BadRequest(_("Byes can be requested in a Swiss only."))
    paired = Round.objects.filter(event=event).count()
    if not_before is not None and not_before != entry.not_before and not has_rounds_to_come(event, paired):
        raise NothingToComeLater
    kept = [number for number in entry.requested if number <= paired]
    wanted = sorted(set(byes))
    if isinstance(stage, Swiss) and any(not paired < number <= stage.rounds for number in wanted):
        raise BadRequest(_("A bye can be requested only for a round that is not paired yet."))
    if len(kept) + len(wanted) > event.plan.most_requested:
        most = event.plan.most_requested
        told = ngettext(
            "You can request %(most)s bye in this tournament.",
            "You can request %(most)s byes in this tournament.",
            most,
        )
        raise BadRequest(told % {"most": most})
    entry.requested, entry.not_before = [*kept, *wanted], not_before
    entry.save(update_fields=["requested", "not_before"])
    log.write(event, "wishes", now=now, by=user, user=user.pk, byes=entry.requested)


def has_rounds_to_come(event: Event, paired: int) -> bool:
    """Whether rounds follow, beyond those that are paired, into which an entrant can come or not: in a Swiss, and in a round-robin
    whose rounds follow each other."""
    first = event.plan.stages[0]
    if isinstance(first, Swiss):
        return paired < first.rounds
    return isinstance(first, RoundRobin) and not first.at_once


def _is_full(event: Event) -> bool:
    return event.most_entrants is not None and not event.starts_when_full and _count(event) >= event.most_entrants


def _count(event: Event) -> int:
    return event.entries.filter(state=EntryState.ENTERED).count()


def _last_number(event: Event) -> int | None:
    last: int | None = event.entries.order_by("-number").exclude(number=None).values_list("number", flat=True).first()
    return last


def _start_if_full(event: Event, now: datetime) -> None:
    """A cup that starts when it is full does so at the next sweep."""
    if event.is_open and event.starts_when_full and event.most_entrants and _count(event) >= event.most_entrants:
        dues.put(event, What.STARTS, now)
