"""Leagues are created, and players register for seasons or withdraw; what becomes of a player's leagues when the account goes."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

import engine
from accounts.limits import hold_count
from accounts.models import User
from accounts.permissions import can
from arbiter.errors import TournamentError
from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import Plan, RoundRobin
from arbiter.schedules.catalogue import GROUP_SIZES
from arbiter.standings.tables import league_points
from games.models.clock import PACES, Clock
from tournaments.leagues import notifications
from tournaments.lifecycle.errors import (
    BadPlan,
    EntriesClosed,
    MayNotCreate,
    MetInALeague,
    NoOpenSeason,
    NotEligible,
    NotLeagueDirector,
    TakenOff,
)
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.accounts import heir
from tournaments.lifecycle.services.acts import decides
from tournaments.lifecycle.services.creating import games_missing
from tournaments.models import League, LeagueAct, LeagueDirector, Season, SeasonState, Signup

MOST_AT_ONCE = 10
"""Most active leagues of one director, since each makes seasons without end."""


@dataclass(frozen=True, slots=True)
class LeagueTerms:
    title: str
    options: engine.Options
    starts_at: datetime
    about: str = ""
    clock: Clock = PACES["2d"][0]
    is_rated: bool = True
    in_pairs: bool = False
    group_size: int = 7
    games: int = 4
    up: int = 1
    down: int = 2
    season_time: timedelta = timedelta(days=90)
    pause: timedelta = timedelta(days=7)


@transaction.atomic
def create_league(*, creator: User, terms: LeagueTerms, now: datetime) -> League:
    """A new league whose first season is open for entries. Raises MayNotCreate or BadPlan."""
    if games_missing(creator):
        raise MayNotCreate(_("Finish more games before you create a league."))
    hold_count(creator.pk)
    if LeagueDirector.objects.filter(user=creator, league__closed_at=None).count() >= MOST_AT_ONCE:
        raise MayNotCreate(_("You already run %(most)s active leagues. Close one first.") % {"most": MOST_AT_ONCE})
    check_terms(terms, now)
    league = League(created_by=creator, created_at=now)
    stated = {one.name: getattr(terms, one.name) for one in fields(terms) if one.name != "starts_at"}
    keep_terms(league, {**stated, "options": terms.options.to_dict()})
    league.save()
    LeagueDirector.objects.create(league=league, user=creator)
    Season.objects.create(
        league=league, number=1, starts_at=terms.starts_at, ends_at=terms.starts_at + terms.season_time
    )
    log.write(league, "created", now=now, by=creator)
    return league


def check_terms(terms: LeagueTerms, now: datetime) -> None:
    """Raises BadPlan for what does not fit together."""
    if terms.starts_at <= now:
        raise BadPlan(_("The start is in the past. Choose a later time."))
    if terms.group_size not in GROUP_SIZES:
        raise BadPlan(_("Groups have 5 to 10 players."))
    if terms.up < 1 or terms.down < 1:
        raise BadPlan(_("At least one player must be promoted and one relegated."))
    if terms.season_time < timedelta(days=7):
        raise BadPlan(_("A season lasts at least one week."))
    try:
        plan_of(terms.in_pairs, terms.games, terms.season_time, terms.group_size)
    except TournamentError as error:
        raise BadPlan(str(error)) from error


def keep_terms(league: League, terms: Mapping[str, Any]) -> list[str]:
    wanted = dict(terms)
    clock: Clock = wanted.pop("clock")
    wanted |= clock.columns
    changed = sorted(name for name, value in wanted.items() if getattr(league, name) != value)
    for name in changed:
        setattr(league, name, wanted[name])
    return changed


def plan_of(in_pairs: bool, games: int, time: timedelta, size: int) -> Plan:
    """Everybody of a group against everybody at once: at tables of four by the most even schedule, or in pairs."""
    if in_pairs:
        return Plan(stages=(RoundRobin(),), sizes=None, round_time=time)
    return Plan(
        stages=(RoundRobin(games=games),), sizes=Sizes(4, frozenset({4})), round_time=time, scheme=league_points
    )


def locked(league_id: int) -> League:
    """The league, its row locked until the transaction ends."""
    return League.objects.select_for_update().get(pk=league_id)


def directed(league_id: int, director: User) -> League:
    """The same for one of its directors. Raises NotLeagueDirector for anybody else."""
    league = locked(league_id)
    if not can(director, "direct league", league):
        raise NotLeagueDirector
    return league


def open_season(league: League) -> Season:
    """The season that gathers players, of a locked league. Raises NoOpenSeason."""
    found = league.seasons.filter(state=SeasonState.OPEN).first()
    if found is None:
        raise NoOpenSeason
    found.league = league
    return found


in_league = decides("league_id", directed)
"""A decision in a league. Raises NotLeagueDirector, ReasonMissing."""


@transaction.atomic
def sign_up(*, season_id: int, user: User, now: datetime) -> None:
    """Play a season that takes entries. Twice is as once. Raises EntriesClosed, or TakenOff for whom a director took off."""
    league, season = _open(season_id)
    known = season.signups.filter(user=user).first()
    if user.is_bot:
        raise NotEligible(_("Bots cannot register for leagues."))
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
    """Move what `gone` has in leagues to `stays`: registrations, reasons for places, directorships. The log of each
    league says so. Called before tournaments and games.

    Raises MetInALeague if both registered for one season, or one directs a league of the other. Returns the leagues.
    """
    own = Q(seasons__signups__user=gone) | Q(directors__user=gone)
    numbers = League.objects.filter(own).values("pk")
    leagues = list(League.objects.select_for_update().filter(pk__in=numbers).order_by("pk"))
    if Signup.objects.filter(user=gone, season__signups__user=stays).exists():
        raise MetInALeague
    for one, other in ((gone, stays), (stays, gone)):
        led = League.objects.filter(directors__user=one)
        if led.filter(Q(seasons__signups__user=other) | Q(directors__user=other)).exists():
            raise MetInALeague
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
