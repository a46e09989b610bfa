"""Whether what a notification of a league says is still so: why there is nothing left to tell, empty while there is."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from notifications.models import Notification
from tournaments.leagues.notifications import OPENED, league_of
from tournaments.lifecycle.notifications import ENDED, STARTED
from tournaments.models import Entry, EntryState, Follow, LeagueAct, Season, SeasonState, Signup, TableState

STATES = {STARTED: SeasonState.RUNNING, ENDED: SeasonState.FINISHED}


def opens(notification: Notification, now: datetime) -> str:
    """It takes entries, and the reader is not on its list."""
    season = season_of(notification)
    if season is None or season.state != SeasonState.OPEN or not season.takes_entries or season.league.closed_at:
        return "entries closed"
    return "signed up" if Signup.objects.filter(season=season, user=notification.user_id).exists() else ""


def starts(notification: Notification, now: datetime) -> str:
    """It is played, and the reader plays."""
    season = season_of(notification)
    if season is None or season.state != SeasonState.RUNNING:
        return "not running"
    own = Entry.objects.filter(tournament__division__season=season, user=notification.user_id, state=EntryState.ENTERED)
    return "" if own.exists() else "left"


def games_to_come(notification: Notification) -> bool:
    """The reader's group is not paired yet, or his games begin in a moment."""
    own = Entry.objects.filter(
        tournament__division__season=season_of(notification),
        user=notification.user_id,
        state=EntryState.ENTERED,
        tournament__paused_at=None,
    )
    to_come = Q(tournament__rounds=None) | Q(chairs__table__state=TableState.WAITING)
    return own.filter(to_come).exists()


def put_off(notification: Notification, now: datetime) -> str:
    """It starts when the notification says, or does not take place, and the reader waits for it or directs it."""
    league, season = league_of(notification), season_of(notification)
    if league is None:
        return "gone"
    if not notification.data["starts"]:
        return "" if league.closed_at and season is None else "goes on"
    if (
        season is None
        or season.state != SeasonState.OPEN
        or season.starts_at.isoformat() != notification.data["starts"]
    ):
        return "moved again"
    waits = season.players.filter(user=notification.user_id).exists()
    return "" if waits or league.directors.filter(user=notification.user_id).exists() else "signed off"


def over(notification: Notification, now: datetime) -> str:
    season = season_of(notification)
    return "" if season is not None and season.state == SeasonState.FINISHED else "not over"


def followed(notification: Notification, now: datetime) -> str:
    """Still followed, and the season is where it was when it was told."""
    season = season_of(notification)
    if season is None or not Follow.objects.filter(user=notification.user_id, league=season.league_id).exists():
        return "not followed"
    if notification.data["what"] == OPENED:
        return opens(notification, now)
    return "" if season.state == STATES[notification.data["what"]] else "not so"


def heir(notification: Notification, now: datetime) -> str:
    """The reader directs the league still, and it goes on."""
    league = league_of(notification)
    if league is None or league.closed_at:
        return "gone"
    return "" if league.directors.filter(user=notification.user_id).exists() else "no longer directs"


def place(notification: Notification, now: datetime) -> str:
    """The season still gathers its players, and nothing has happened to the reader's place since."""
    season = season_of(notification)
    if season is None or season.state != SeasonState.OPEN:
        return "started"
    act = act_of(notification)
    if act is None:
        return "erased"
    is_on = season.players.filter(user=notification.user_id).exists()
    return "" if is_on == (act.kind == "put on") else "changed since"


def season_of(notification: Notification) -> Season | None:
    """The season that a notification is about, while there is one."""
    league, number = notification.subject.rpartition(":")[2], notification.data["season"]
    return Season.objects.select_related("league").filter(league=int(league), number=number).first()


def act_of(notification: Notification) -> LeagueAct | None:
    """The act that a notification is about, with who did it; None where its reason was erased."""
    league, number = notification.subject.rpartition(":")[2], notification.data["act"]
    acts = LeagueAct.objects.select_related("by").filter(league=int(league), number=number)
    return acts.exclude(by__isnull=False, reason="").first()
