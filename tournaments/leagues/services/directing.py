"""What directors do in a league. Each act has a reason that stands in the league's log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models.clock import Clock
from tournaments.leagues import notifications
from tournaments.leagues.errors import LastLeagueDirector
from tournaments.lifecycle.errors import BadRequest, WrongState
from tournaments.lifecycle.services import log as tournament_log
from tournaments.lifecycle.services.acts.checks import called, later, reasoned
from tournaments.lifecycle.services.halting import halt_in
from tournaments.lifecycle.services.log import locked as locked_tournament
from tournaments.models import (
    Director,
    League,
    LeagueDirector,
    Season,
    SeasonState,
    Signup,
    Tournament,
    TournamentState,
)

from . import log, seasons
from .locking import directed, open_season


@dataclass(frozen=True, slots=True)
class Changes:
    """What of a league can change while it goes on; it holds for seasons that have not started."""

    title: str
    about: str
    clock: Clock
    season_time: timedelta
    pause: timedelta


@transaction.atomic
def change(
    *, league_id: int, director: User, changes: Changes, reason: str, now: datetime, private: str = ""
) -> list[str]:
    """What a league states is different from now on. Gives the names of what has changed; who has signed up is told when it
    is about how the season is played."""
    league = directed(league_id, director)
    words = reasoned(reason)
    wanted = {
        "title": changes.title,
        "about": changes.about,
        "pace_kind": changes.clock.kind,
        "pace_base": changes.clock.base,
        "pace_increment": changes.clock.increment,
        "pace_cap": changes.clock.cap,
        "season_time": changes.season_time,
        "pause": changes.pause,
    }
    names = sorted(name for name, value in wanted.items() if getattr(league, name) != value)
    if not names:
        raise BadRequest(_("Nothing would change."))
    for name in names:
        setattr(league, name, wanted[name])
    league.save(update_fields=names)
    act = log.write(league, "changed", now=now, by=director, reason=words, private=private, changed=names)
    season = league.seasons.filter(state=SeasonState.OPEN).first()
    if season is not None and set(names) - {"title", "about", "pause"}:
        season.league, season.ends_at = league, season.starts_at + league.season_time
        season.save(update_fields=["ends_at"])
        notifications.put_off(season, now=now, act=act.number)
    return names


@transaction.atomic
def retry(*, league_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """The next sweep tries again what a season could not do. Raises WrongState where none is on hold."""
    league = directed(league_id, director)
    words = reasoned(reason)
    if halt_in(league) is None:
        raise WrongState
    log.write(league, "tried again", now=now, by=director, reason=words, private=private)


@transaction.atomic
def move_start(*, league_id: int, director: User, at: datetime, reason: str, now: datetime, private: str = "") -> None:
    """The season that takes entries starts at another time, earlier or later, in the future. Raises NoOpenSeason."""
    league = directed(league_id, director)
    words, season = reasoned(reason), open_season(league)
    later(at, now)
    before, season.starts_at, season.ends_at = season.starts_at, at, at + league.season_time
    season.save(update_fields=["starts_at", "ends_at"])
    times = {"before": before.isoformat(), "until": at.isoformat()}
    act = log.write(league, "moved", now=now, by=director, reason=words, private=private, season=season.number, **times)
    notifications.put_off(season, now=now, act=act.number)


@transaction.atomic
def close_entries(*, league_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """Nobody signs up for the next season any more. Raises NoOpenSeason, WrongState."""
    _take_entries(league_id, director, False, reason, now, private)


@transaction.atomic
def open_entries(*, league_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """People sign up again. Raises NoOpenSeason, WrongState."""
    _take_entries(league_id, director, True, reason, now, private)


def _take_entries(league_id: int, director: User, takes: bool, reason: str, now: datetime, private: str) -> None:
    league = directed(league_id, director)
    words, season = reasoned(reason), open_season(league)
    if season.takes_entries == takes:
        raise WrongState
    season.takes_entries = takes
    season.save(update_fields=["takes_entries"])
    kind = "entries opened" if takes else "entries closed"
    log.write(league, kind, now=now, by=director, reason=words, private=private, season=season.number)


@transaction.atomic
def take_off(*, league_id: int, director: User, user_id: int, reason: str, now: datetime, private: str = "") -> None:
    """Somebody does not play the next season, and cannot sign up for it again. Raises NoOpenSeason, BadRequest."""
    league = directed(league_id, director)
    words, season = reasoned(reason), open_season(league)
    if user_id == director.pk:
        raise BadRequest(_("To withdraw yourself, use the league page."))
    if not season.signups.filter(user=user_id, taken_off_at=None).update(taken_off_at=now):
        raise BadRequest(_("This player is not registered."))
    act = log.write(
        league, "taken off", now=now, by=director, reason=words, private=private, user=user_id, season=season.number
    )
    notifications.place(season, user_id, now=now, act=act.number)


@transaction.atomic
def put_on(*, league_id: int, director: User, name: str, reason: str, now: datetime, private: str = "") -> None:
    """Somebody plays the next season, also who was taken off and while entries are closed. Raises NoOpenSeason, UnknownName,
    BadRequest."""
    league = directed(league_id, director)
    words, season, user = reasoned(reason), open_season(league), called(name)
    if season.players.filter(user=user).exists():
        raise BadRequest(_("%(name)s is already registered.") % {"name": user.name})
    season.signups.filter(user=user).delete()
    Signup.objects.create(season=season, user=user, at=now)
    act = log.write(
        league, "put on", now=now, by=director, reason=words, private=private, user=user.pk, season=season.number
    )
    notifications.place(season, user.pk, now=now, act=act.number)


@transaction.atomic
def add_director(*, league_id: int, director: User, name: str, reason: str, now: datetime, private: str = "") -> None:
    """Somebody else directs the league too, and its groups that are played. Raises UnknownName, BadRequest."""
    league = directed(league_id, director)
    words, user = reasoned(reason), called(name)
    if league.directors.filter(user=user).exists():
        raise BadRequest(_("%(name)s already directs this league.") % {"name": user.name})
    LeagueDirector.objects.create(league=league, user=user)
    log.write(league, "director added", now=now, by=director, reason=words, private=private, user=user.pk)
    for tournament in _groups(league):
        _made, is_new = Director.objects.get_or_create(tournament=tournament, user=user, defaults={"since": now})
        if is_new:
            tournament_log.write(tournament, "director added", now=now, by=director, reason=words, user=user.pk)


@transaction.atomic
def remove_director(
    *, league_id: int, director: User, user_id: int, reason: str, now: datetime, private: str = ""
) -> None:
    """Somebody directs the league no more, nor its groups that are played. Raises LastLeagueDirector, BadRequest."""
    league = directed(league_id, director)
    words = reasoned(reason)
    if not league.directors.filter(user=user_id).exists():
        raise BadRequest(_("This person is not a director."))
    if league.directors.count() == 1:
        raise LastLeagueDirector
    league.directors.filter(user=user_id).delete()
    log.write(league, "director removed", now=now, by=director, reason=words, private=private, user=user_id)
    for tournament in _groups(league):
        if tournament.directors.exclude(user=user_id).exists() and tournament.directors.filter(user=user_id).exists():
            tournament.directors.filter(user=user_id).delete()
            tournament_log.write(tournament, "director removed", now=now, by=director, reason=words, user=user_id)


def _groups(league: League) -> Iterable[Tournament]:
    """Its groups that are played, each locked, in the order of their numbers."""
    found = Tournament.objects.filter(division__season__league=league, state=TournamentState.RUNNING).order_by("pk")
    return [locked_tournament(number) for number in found.values_list("pk", flat=True)]


@transaction.atomic
def end(*, league_id: int, director: User, reason: str, now: datetime, private: str = "") -> None:
    """No further season follows; the one that is played is played to its end. One that takes entries does not take place.
    Raises WrongState."""
    league = directed(league_id, director)
    words = reasoned(reason)
    if league.closed_at is not None:
        raise WrongState
    league.closed_at = now
    league.save(update_fields=["closed_at"])
    season = league.seasons.filter(state=SeasonState.OPEN).first()
    number = season.number if season else 0
    act = log.write(league, "ended", now=now, by=director, reason=words, private=private, called_off=number)
    if season is not None:
        season.league = league
        notifications.put_off(season, now=now, act=act.number, is_called_off=True)
        season.delete()


@transaction.atomic
def take_up(*, league_id: int, director: User, at: datetime, reason: str, now: datetime, private: str = "") -> None:
    """A league that was ended goes on: its next season takes entries and starts at this time, or after the one that is played.
    Raises WrongState, BadRequest."""
    league = directed(league_id, director)
    words = reasoned(reason)
    later(at, now)
    if league.closed_at is None:
        raise WrongState
    league.closed_at = None
    league.save(update_fields=["closed_at"])
    log.write(league, "taken up", now=now, by=director, reason=words, private=private, until=at.isoformat())
    last = league.seasons.order_by("-number").first()
    if last is None:
        Season.objects.create(league=league, number=1, starts_at=at, ends_at=at + league.season_time)
    elif last.state == SeasonState.FINISHED:
        seasons.open_next(league, last, now, begins=at)
