"""Notifications of leagues, queued in the transaction of the event; `tournaments.emails` says what they say.

The key names season, user and event, so a sweep that runs twice sends it once.
"""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any

from notifications.models import Notification
from notifications.services import queue
from tournaments.lifecycle.notifications import APP, ENDED, STARTED, directors_of
from tournaments.models import Entry, EntryState, Follow, League, Season

LEAGUE = "league"
OPENED = "opened"


class LeagueNotification(StrEnum):
    OPENS = "season_opens"
    CLOSES = "season_closes"
    STARTS = "season_starts"
    PUT_OFF = "season_put_off"
    OVER = "season_over"
    PLACE = "season_place"
    FOLLOWED = "season_followed"
    HEIR = "league_heir"
    ON_HOLD = "season_on_hold"


def subject_of(league_id: int) -> str:
    return f"{LEAGUE}:{league_id}"


def opens(season: Season, before: Season, *, now: datetime) -> None:
    """The season takes entries, to those who play the one before or have played it to its end."""
    told = still_in(before)
    _tell(LeagueNotification.OPENS, season, told, now)
    _tell_followers(OPENED, season, told, now)


def closes(season: Season, before: Season, *, now: datetime) -> None:
    """The season starts soon, to the same people where they have not signed up."""
    listed = set(season.signups.values_list("user_id", flat=True))
    _tell(LeagueNotification.CLOSES, season, set(still_in(before)) - listed, now)


def starts(season: Season, *, now: datetime) -> None:
    playing = Entry.objects.filter(tournament__division__season=season)
    told = list(playing.values_list("user_id", flat=True))
    _tell(LeagueNotification.STARTS, season, told, now)
    _tell_followers(STARTED, season, told, now)


def put_off(season: Season, *, now: datetime, act: int, is_called_off: bool = False) -> None:
    """The season starts at another time, is played otherwise, or does not take place, by the act of this number: to all who
    have signed up and to the directors."""
    told = {*directors_of(season.league), *season.players.values_list("user_id", flat=True)}
    starts = "" if is_called_off else season.starts_at.isoformat()
    _tell(LeagueNotification.PUT_OFF, season, told, now, act=act, starts=starts)


def over(season: Season, *, now: datetime) -> None:
    """All groups of the season have finished, to those who have played in it to the end and to the directors."""
    told = {*still_in(season), *directors_of(season.league)}
    _tell(LeagueNotification.OVER, season, told, now)
    _tell_followers(ENDED, season, told, now)


def place(season: Season, user_id: int, *, now: datetime, act: int) -> None:
    _tell(LeagueNotification.PLACE, season, [user_id], now, act=act)


def on_hold(season: Season, *, now: datetime) -> None:
    _tell(LeagueNotification.ON_HOLD, season, directors_of(season.league), now, since=now.isoformat())


def passed_on(league: League, user_id: int, *, now: datetime, act: int) -> None:
    """The league has no director left, so this member of the site team directs it, by the act of this number."""
    key = (league.pk, user_id, act)
    queue([Notification.to(user_id, APP, LeagueNotification.HEIR, *key, subject=subject_of(league.pk), at=now)])


def still_in(season: Season) -> list[int]:
    entries = Entry.objects.filter(tournament__division__season=season, state=EntryState.ENTERED)
    return list(entries.values_list("user_id", flat=True))


def league_of(notification: Notification) -> League | None:
    return League.objects.filter(pk=int(notification.subject.rpartition(":")[2])).first()


def _tell_followers(what: str, season: Season, told: Iterable[int], now: datetime) -> None:
    followers = Follow.objects.filter(league=season.league_id, user__deleted_at=None).values_list("user_id", flat=True)
    _tell(LeagueNotification.FOLLOWED, season, set(followers) - set(told), now, what=what)


def _tell(kind: LeagueNotification, season: Season, users: Iterable[int], now: datetime, **data: str | int) -> None:
    rest: dict[str, Any] = {"subject": subject_of(season.league_id), "data": {"season": season.number, **data}}
    queue(
        Notification.to(user, APP, kind, season.pk, user, *data.values(), at=now, **rest) for user in sorted(set(users))
    )
