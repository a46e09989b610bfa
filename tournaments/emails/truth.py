"""Whether what a notification says is still so: why there is nothing left to tell, empty while there is."""

from __future__ import annotations

from datetime import datetime

from notifications.models import Notification
from tournaments.lifecycle.notifications import PLAYED_ON, STARTED, is_about_to_begin, number_in
from tournaments.models import (
    Act,
    Entry,
    EntryState,
    Follow,
    Reach,
    Report,
    Round,
    RoundState,
    Tournament,
    TournamentInvitation,
    TournamentState,
)


def entered(notification: Notification, now: datetime) -> str:
    """Entered or waiting, and not yet started."""
    states = [EntryState.ENTERED, EntryState.WAITING]
    entries = Entry.objects.filter(
        tournament=number_in(notification.subject), user=notification.user_id, state__in=states
    )
    return "" if entries.exclude(tournament__state=TournamentState.ABANDONED).exists() else "not entered"


def moved_up(notification: Notification, now: datetime) -> str:
    entries = Entry.objects.filter(
        tournament=number_in(notification.subject), user=notification.user_id, state=EntryState.ENTERED
    )
    return (
        ""
        if entries.filter(tournament__state__in=[TournamentState.OPEN, TournamentState.RUNNING]).exists()
        else "not entered"
    )


def too_few(notification: Notification, now: datetime) -> str:
    return (
        ""
        if Tournament.objects.filter(pk=number_in(notification.subject), state=TournamentState.OPEN).exists()
        else "goes on"
    )


def held(notification: Notification, now: datetime) -> str:
    of = _round(notification)
    return "" if of is not None and of.is_held else "round begun"


def paired(notification: Notification, now: datetime) -> str:
    return "" if _round(notification) is not None else "round over"


def games_to_come(notification: Notification) -> bool:
    """The reader's game of the round begins in a moment."""
    tournament_id, number = number_in(notification.subject), notification.data["round"]
    return is_about_to_begin(tournament_id, number, notification.user_id, notification.created_at)


def round_ends(notification: Notification, now: datetime) -> str:
    """The same deadline, and a game of his still runs."""
    of = _round(notification)
    if of is None:
        return "round over"
    if of.deadline_at.isoformat() != notification.data["until"]:
        return "deadline moved"
    own = of.tables.filter(state="running", chairs__entry__user=notification.user_id)
    return "" if own.exists() else "game over"


def over(notification: Notification, now: datetime) -> str:
    ended = [TournamentState.FINISHED, TournamentState.ABANDONED]
    return "" if Tournament.objects.filter(pk=number_in(notification.subject), state__in=ended).exists() else "not over"


def followed(notification: Notification, now: datetime) -> str:
    """Still followed by who is not in it, still for everybody's eyes, and as it was when it was told."""
    tournament = Tournament.objects.filter(pk=number_in(notification.subject), reach=Reach.PUBLIC).first()
    if tournament is None or not Follow.objects.filter(user=notification.user_id, tournament=tournament).exists():
        return "not followed"
    if notification.data["what"] == PLAYED_ON:
        return "" if tournament.is_running and _round(notification) is not None else "round over"
    if notification.data["what"] == STARTED:
        return "" if tournament.state == TournamentState.RUNNING else "tournament over"
    return "" if tournament.is_over else "not over"


def announced(notification: Notification, now: datetime) -> str:
    acts = Act.objects.filter(tournament=number_in(notification.subject), number=notification.data["act"])
    return "" if acts.exclude(reason="").exists() else "erased"


def decided(notification: Notification, now: datetime) -> str:
    """Its reason was not erased, and of a pause or somebody taken out: it is still so."""
    act = _act(notification)
    if act is None or (act.by_id is not None and not act.reason):
        return "erased"
    entries = Entry.objects.filter(tournament=act.tournament_id, user=notification.user_id)
    still = {
        "paused": Tournament.objects.filter(pk=act.tournament_id, paused_at__isnull=False),
        "withdrawn": entries.filter(state=EntryState.WITHDRAWN),
        "removed": entries.filter(state=EntryState.REMOVED),
    }.get(act.kind)
    return "" if still is None or still.exists() else "changed since"


def changed(notification: Notification, now: datetime) -> str:
    """It has not started, and the reader is still in it."""
    return entered(notification, now) if _act(notification) is not None and _is_open(notification) else "started"


def reported(notification: Notification, now: datetime) -> str:
    """Nobody has answered yet, and the reader still directs the tournament."""
    waits = Report.objects.filter(pk=notification.data["report"], answered_at=None)
    return "" if waits.filter(tournament__directors__user=notification.user_id).exists() else "replied to"


def answered(notification: Notification, now: datetime) -> str:
    return "" if Report.objects.filter(pk=notification.data["report"], answered_at__isnull=False).exists() else "erased"


def invited(notification: Notification, now: datetime) -> str:
    asked = TournamentInvitation.objects.select_related("tournament").filter(pk=number_in(notification.subject)).first()
    if asked is None or asked.tournament.is_over:
        return "tournament over"
    is_in = notification.user_id is not None and asked.tournament.entries.filter(user=notification.user_id).exists()
    return "entered" if is_in else ""


def _is_open(notification: Notification) -> bool:
    return Tournament.objects.filter(pk=number_in(notification.subject), state=TournamentState.OPEN).exists()


def _act(notification: Notification) -> Act | None:
    """The act that the notification speaks of."""
    return Act.objects.filter(tournament=number_in(notification.subject), number=notification.data["act"]).first()


def _round(notification: Notification) -> Round | None:
    """The round that the notification speaks of, while it is open."""
    rounds = Round.objects.filter(tournament=number_in(notification.subject), number=notification.data["round"])
    return rounds.exclude(state=RoundState.CLOSED).exclude(tournament__state=TournamentState.ABANDONED).first()
