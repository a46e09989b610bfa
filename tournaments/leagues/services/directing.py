"""What directors do in a league. Each act has a reason that stands in the league's log."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.leagues import notifications
from tournaments.leagues.services.leagues import in_league, keep_terms, open_season
from tournaments.lifecycle.errors import BadRequest, LastLeagueDirector, NotEligible, WrongState
from tournaments.lifecycle.services.acts import Ruling, add_director_of, called, later, remove_director_of
from tournaments.lifecycle.services.clockwork import halt_in
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

from . import seasons


@in_league
def change(ruling: Ruling[League], *, changes: Mapping[str, Any]) -> list[str]:
    """What a league states is different from now on, for seasons that have not started. Gives the names of what has changed;
    who has signed up is told when it is about how the season is played."""
    league = ruling.of
    names = keep_terms(league, changes)
    if not names:
        raise BadRequest(_("Nothing would change."))
    league.save(update_fields=names)
    act = ruling.write("changed", changed=names)
    season = league.seasons.filter(state=SeasonState.OPEN).first()
    if season is not None and set(names) - {"title", "about", "pause"}:
        season.league, season.ends_at = league, season.starts_at + league.season_time
        season.save(update_fields=["ends_at"])
        notifications.put_off(season, now=ruling.now, act=act.number)
    return names


@in_league
def retry(ruling: Ruling[League]) -> None:
    """The next sweep tries again what a season could not do. Raises WrongState where none is on hold."""
    if halt_in(ruling.of) is None:
        raise WrongState
    ruling.write("tried again")


@in_league
def move_start(ruling: Ruling[League], *, at: datetime) -> None:
    """The season that takes entries starts at another time, earlier or later, in the future. Raises NoOpenSeason."""
    league, season = ruling.of, open_season(ruling.of)
    later(at, ruling.now)
    before, season.starts_at, season.ends_at = season.starts_at, at, at + league.season_time
    season.save(update_fields=["starts_at", "ends_at"])
    act = ruling.write("moved", season=season.number, before=before.isoformat(), until=at.isoformat())
    notifications.put_off(season, now=ruling.now, act=act.number)


@in_league
def close_entries(ruling: Ruling[League]) -> None:
    """Close registration for the next season. Raises NoOpenSeason, WrongState."""
    _take_entries(ruling, takes=False)


@in_league
def open_entries(ruling: Ruling[League]) -> None:
    """Reopen registration for the next season. Raises NoOpenSeason, WrongState."""
    _take_entries(ruling, takes=True)


def _take_entries(ruling: Ruling[League], *, takes: bool) -> None:
    season = open_season(ruling.of)
    if season.takes_entries == takes:
        raise WrongState
    season.takes_entries = takes
    season.save(update_fields=["takes_entries"])
    ruling.write("entries opened" if takes else "entries closed", season=season.number)


@in_league
def take_off(ruling: Ruling[League], *, user_id: int) -> None:
    """Remove a player from the next season, who cannot register for it again. Raises NoOpenSeason, BadRequest."""
    season = open_season(ruling.of)
    if user_id == ruling.by.pk:
        raise BadRequest(_("To withdraw yourself, use the league page."))
    if not season.signups.filter(user=user_id, taken_off_at=None).update(taken_off_at=ruling.now):
        raise BadRequest(_("This player is not registered."))
    act = ruling.write("taken off", user=user_id, season=season.number)
    notifications.place(season, user_id, now=ruling.now, act=act.number)


@in_league
def put_on(ruling: Ruling[League], *, name: str) -> None:
    """Add a player to the next season, even one who was removed or after registration closed. Raises NoOpenSeason,
    UnknownName, BadRequest, NotEligible for a bot."""
    season, user = open_season(ruling.of), called(name)
    if user.is_bot:
        raise NotEligible(_("Bots cannot register for leagues."))
    if season.players.filter(user=user).exists():
        raise BadRequest(_("%(name)s is already registered.") % {"name": user.name})
    season.signups.filter(user=user).delete()
    Signup.objects.create(season=season, user=user, at=ruling.now)
    act = ruling.write("put on", user=user.pk, season=season.number)
    notifications.place(season, user.pk, now=ruling.now, act=act.number)


@in_league
def add_director(ruling: Ruling[League], *, name: str) -> None:
    """Add a director to the league and its running groups. Raises UnknownName, BadRequest."""
    user = add_director_of(ruling, name, _("%(name)s already directs this league."))
    LeagueDirector.objects.create(league=ruling.of, user=user)
    for tournament in _groups(ruling.of):
        _made, is_new = Director.objects.get_or_create(tournament=tournament, user=user, defaults={"since": ruling.now})
        if is_new:
            ruling.write_in(tournament, "director added", user=user.pk)


@in_league
def remove_director(ruling: Ruling[League], *, user_id: int) -> None:
    """Remove a director from the league and its running groups. Raises LastLeagueDirector, BadRequest."""
    remove_director_of(ruling, user_id, LastLeagueDirector)
    for tournament in _groups(ruling.of):
        if tournament.directors.exclude(user=user_id).exists() and tournament.directors.filter(user=user_id).exists():
            tournament.directors.filter(user=user_id).delete()
            ruling.write_in(tournament, "director removed", user=user_id)


def _groups(league: League) -> Iterable[Tournament]:
    found = Tournament.objects.filter(division__season__league=league, state=TournamentState.RUNNING).order_by("pk")
    return [locked_tournament(number) for number in found.values_list("pk", flat=True)]


@in_league
def end(ruling: Ruling[League]) -> None:
    """No further season follows; the one that is played is played to its end. One that takes entries does not take place.
    Raises WrongState."""
    league = ruling.of
    if league.closed_at is not None:
        raise WrongState
    league.closed_at = ruling.now
    league.save(update_fields=["closed_at"])
    season = league.seasons.filter(state=SeasonState.OPEN).first()
    number = season.number if season else 0
    act = ruling.write("ended", called_off=number)
    if season is not None:
        season.league = league
        notifications.put_off(season, now=ruling.now, act=act.number, is_called_off=True)
        season.delete()


@in_league
def take_up(ruling: Ruling[League], *, at: datetime) -> None:
    """A league that was ended goes on: its next season takes entries and starts at this time, or after the one that is played.
    Raises WrongState, BadRequest."""
    league = ruling.of
    later(at, ruling.now)
    if league.closed_at is None:
        raise WrongState
    league.closed_at = None
    league.save(update_fields=["closed_at"])
    ruling.write("taken up", until=at.isoformat())
    last = league.seasons.order_by("-number").first()
    if last is None:
        Season.objects.create(league=league, number=1, starts_at=at, ends_at=at + league.season_time)
    elif last.state == SeasonState.FINISHED:
        seasons.open_next(league, last, ruling.now, begins=at)
