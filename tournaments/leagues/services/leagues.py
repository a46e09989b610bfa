"""Leagues are made, and how a group of one is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from accounts.limits import hold_count
from accounts.models import User
from arbiter.errors import TournamentError
from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import Plan, RoundRobin
from arbiter.schedules.catalogue import GROUP_SIZES
from arbiter.standings.tables import league_points
from games.models.clock import PACES, Clock
from tournaments.lifecycle.errors import BadPlan, MayNotCreate
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.creating import may_create
from tournaments.models import League, LeagueDirector, Season

MOST_AT_ONCE = 10
"""Leagues that somebody directs and that go on: each makes seasons without end."""


@dataclass(frozen=True, slots=True)
class LeagueTerms:
    """All that a league states."""

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
    if not may_create(creator):
        raise MayNotCreate(_("Finish more games before you create a league."))
    hold_count(creator.pk)
    if LeagueDirector.objects.filter(user=creator, league__closed_at=None).count() >= MOST_AT_ONCE:
        raise MayNotCreate(_("You already run %(most)s active leagues. Close one first.") % {"most": MOST_AT_ONCE})
    check(terms, now)
    league = League(created_by=creator, created_at=now)
    stated = {one.name: getattr(terms, one.name) for one in fields(terms) if one.name != "starts_at"}
    keep(league, {**stated, "options": terms.options.to_dict()})
    league.save()
    LeagueDirector.objects.create(league=league, user=creator)
    Season.objects.create(
        league=league, number=1, starts_at=terms.starts_at, ends_at=terms.starts_at + terms.season_time
    )
    log.write(league, "created", now=now, by=creator)
    return league


def check(terms: LeagueTerms, now: datetime) -> None:
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


def keep(league: League, terms: Mapping[str, Any]) -> list[str]:
    """Write these of the terms into a league, and name the fields that have changed."""
    wanted = dict(terms)
    clock: Clock = wanted.pop("clock")
    for name in ("kind", "base", "increment", "cap"):
        wanted[f"pace_{name}"] = getattr(clock, name)
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
