"""People sign up for the season of a league that takes entries, and off it; what becomes of leagues when an account is deleted or
merged."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.leagues import notifications
from tournaments.leagues.errors import MetInALeague, TakenOff
from tournaments.leagues.services.locking import locked
from tournaments.lifecycle.errors import EntriesClosed, NotEligible
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.accounts import heir
from tournaments.models import League, LeagueAct, LeagueDirector, Season, SeasonState, Signup


@transaction.atomic
def sign_up(*, season_id: int, user: User, now: datetime) -> None:
    """Play a season that takes entries. Twice is as once. Raises EntriesClosed, or TakenOff for whom a director took off."""
    league, season = _open(season_id)
    known = season.signups.filter(user=user).first()
    if user.is_bot:
        raise NotEligible(_("Bot accounts cannot register for tournaments."))
    if known is not None and known.taken_off_at:
        raise TakenOff
    if known is not None:
        return
    if not season.takes_entries or league.closed_at is not None:
        raise EntriesClosed
    Signup.objects.create(season=season, user=user, at=now)
    log.write(league, "signed up", now=now, by=user, user=user.pk, season=season.number)


@transaction.atomic
def sign_off(*, season_id: int, user: User, now: datetime) -> None:
    """Not play a season after all, before it starts. Twice is as once. Raises EntriesClosed."""
    league, season = _open(season_id)
    own = season.signups.filter(user=user, taken_off_at=None)
    if own.exists():
        own.delete()
        log.write(league, "signed off", now=now, by=user, user=user.pk, season=season.number)


def _open(season_id: int) -> tuple[League, Season]:
    league = locked(Season.objects.values_list("league", flat=True).get(pk=season_id))
    season = Season.objects.get(pk=season_id)
    if season.state != SeasonState.OPEN:
        raise EntriesClosed
    return league, season


def leave_everything(user: User, *, now: datetime) -> None:
    """Sign off from every season that gathers its players, and direct no league any more. May run twice."""
    gathering = Signup.objects.filter(user=user, taken_off_at=None, season__state=SeasonState.OPEN)
    for season in Season.objects.filter(pk__in=gathering.values("season")):
        sign_off(season_id=season.pk, user=user, now=now)
    for league_id in list(LeagueDirector.objects.filter(user=user).values_list("league", flat=True)):
        _hand_over(league_id, user, now)


@transaction.atomic
def _hand_over(league_id: int, user: User, now: datetime) -> None:
    league = locked(league_id)
    league.directors.filter(user=user).delete()
    log.write(league, "director left", now=now, user=user.pk)
    if league.directors.exists() or (found := heir(user)) is None:
        return
    LeagueDirector.objects.create(league=league, user=found)
    act = log.write(league, "director follows", now=now, user=found.pk)
    notifications.passed_on(league, found.pk, now=now, act=act.number)


@transaction.atomic
def take_leagues(*, gone: User, stays: User, now: datetime) -> list[int]:
    """Hand what `gone` has in leagues to `stays`: seasons, why he plays where he plays, and what he directs. The log of each league
    says so. Before tournaments and games.

    Raises MetInALeague where both signed up for one season, or one directs the league of the other. Returns the leagues.
    """
    own = Q(seasons__signups__user=gone) | Q(directors__user=gone)
    numbers = League.objects.filter(own).values("pk")
    leagues = list(League.objects.select_for_update().filter(pk__in=numbers).order_by("pk"))
    _check_apart(gone, stays)
    for season in Season.objects.filter(league__in=leagues):
        if str(gone.pk) in season.moves:
            season.moves[str(stays.pk)] = season.moves.pop(str(gone.pk))
            season.save(update_fields=["moves"])
    Signup.objects.filter(user=gone).update(user=stays)
    LeagueDirector.objects.filter(user=gone).update(user=stays)
    League.objects.filter(created_by=gone).update(created_by=stays)
    LeagueAct.objects.filter(by=gone).update(by=stays)  # the chain does not cover who it was
    for league in leagues:
        log.write(league, "merged", now=now, user=stays.pk, before=gone.pk)
    return [league.pk for league in leagues]


def _check_apart(gone: User, stays: User) -> None:
    if Signup.objects.filter(user=gone, season__signups__user=stays).exists():
        raise MetInALeague
    for one, other in ((gone, stays), (stays, gone)):
        led = League.objects.filter(directors__user=one)
        if led.filter(Q(seasons__signups__user=other) | Q(directors__user=other)).exists():
            raise MetInALeague
