"""Whether what a notice says is still so: why there is nothing left to tell, empty while there is."""

from __future__ import annotations

from datetime import datetime

from notices.models import Notice
from tournaments.events.notices import PLAYED_ON, STARTED, is_about_to_begin, number_in
from tournaments.models import (
    Act,
    Entry,
    EntryState,
    Event,
    EventInvitation,
    EventState,
    Follow,
    Reach,
    Report,
    Round,
    RoundState,
)


def entered(notice: Notice, now: datetime) -> str:
    """Entered or waiting, and not yet started."""
    states = [EntryState.ENTERED, EntryState.WAITING]
    entries = Entry.objects.filter(event=number_in(notice.subject), user=notice.user_id, state__in=states)
    return "" if entries.exclude(event__state=EventState.ABANDONED).exists() else "not entered"


def moved_up(notice: Notice, now: datetime) -> str:
    entries = Entry.objects.filter(event=number_in(notice.subject), user=notice.user_id, state=EntryState.ENTERED)
    return "" if entries.filter(event__state__in=[EventState.OPEN, EventState.RUNNING]).exists() else "not entered"


def too_few(notice: Notice, now: datetime) -> str:
    return "" if Event.objects.filter(pk=number_in(notice.subject), state=EventState.OPEN).exists() else "goes on"


def held(notice: Notice, now: datetime) -> str:
    of = _round(notice)
    return "" if of is not None and of.is_held else "round begun"


def paired(notice: Notice, now: datetime) -> str:
    return "" if _round(notice) is not None else "round over"


def games_to_come(notice: Notice) -> bool:
    """The reader's game of the round begins in a moment."""
    event_id, number = number_in(notice.subject), notice.data["round"]
    return is_about_to_begin(event_id, number, notice.user_id, notice.created_at)


def round_ends(notice: Notice, now: datetime) -> str:
    """The same deadline, and a game of his still runs."""
    of = _round(notice)
    if of is None:
        return "round over"
    if of.deadline_at.isoformat() != notice.data["until"]:
        return "deadline moved"
    own = of.tables.filter(state="running", chairs__entry__user=notice.user_id)
    return "" if own.exists() else "game over"


def over(notice: Notice, now: datetime) -> str:
    ended = [EventState.FINISHED, EventState.ABANDONED]
    return "" if Event.objects.filter(pk=number_in(notice.subject), state__in=ended).exists() else "not over"


def followed(notice: Notice, now: datetime) -> str:
    """Still followed by who is not in it, still for everybody's eyes, and as it was when it was told."""
    event = Event.objects.filter(pk=number_in(notice.subject), reach=Reach.PUBLIC).first()
    if event is None or not Follow.objects.filter(user=notice.user_id, event=event).exists():
        return "not followed"
    if notice.data["what"] == PLAYED_ON:
        return "" if event.is_running and _round(notice) is not None else "round over"
    if notice.data["what"] == STARTED:
        return "" if event.state == EventState.RUNNING else "event over"
    return "" if event.is_over else "not over"


def announced(notice: Notice, now: datetime) -> str:
    acts = Act.objects.filter(event=number_in(notice.subject), number=notice.data["act"])
    return "" if acts.exclude(reason="").exists() else "erased"


def decided(notice: Notice, now: datetime) -> str:
    """Its reason was not erased, and of a pause or somebody taken out: it is still so."""
    act = _act(notice)
    if act is None or (act.by_id is not None and not act.reason):
        return "erased"
    entries = Entry.objects.filter(event=act.event_id, user=notice.user_id)
    still = {
        "paused": Event.objects.filter(pk=act.event_id, paused_at__isnull=False),
        "withdrawn": entries.filter(state=EntryState.WITHDRAWN),
        "removed": entries.filter(state=EntryState.REMOVED),
    }.get(act.kind)
    return "" if still is None or still.exists() else "changed since"


def changed(notice: Notice, now: datetime) -> str:
    """It has not started, and the reader is still in it."""
    return entered(notice, now) if _act(notice) is not None and _is_open(notice) else "started"


def reported(notice: Notice, now: datetime) -> str:
    """Nobody has answered yet, and the reader still directs the event."""
    waits = Report.objects.filter(pk=notice.data["report"], answered_at=None)
    return "" if waits.filter(event__directors__user=notice.user_id).exists() else "replied to"


def answered(notice: Notice, now: datetime) -> str:
    return "" if Report.objects.filter(pk=notice.data["report"], answered_at__isnull=False).exists() else "erased"


def invited(notice: Notice, now: datetime) -> str:
    asked = EventInvitation.objects.select_related("event").filter(pk=number_in(notice.subject)).first()
    if asked is None or asked.event.is_over:
        return "event over"
    is_in = notice.user_id is not None and asked.event.entries.filter(user=notice.user_id).exists()
    return "entered" if is_in else ""


def _is_open(notice: Notice) -> bool:
    return Event.objects.filter(pk=number_in(notice.subject), state=EventState.OPEN).exists()


def _act(notice: Notice) -> Act | None:
    """The act that the notice speaks of."""
    return Act.objects.filter(event=number_in(notice.subject), number=notice.data["act"]).first()


def _round(notice: Notice) -> Round | None:
    """The round that the notice speaks of, while it is open."""
    rounds = Round.objects.filter(event=number_in(notice.subject), number=notice.data["round"])
    return rounds.exclude(state=RoundState.CLOSED).exclude(event__state=EventState.ABANDONED).first()
