"""Leagues are made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

import engine
from accounts.limits import hold_count
from accounts.models import User
from arbiter.errors import TournamentError
from arbiter.schedules.groups import GROUP_SIZES
from games.models.clock import PACES, Clock
from tournaments.leagues.plans import plan_of
from tournaments.lifecycle.errors import BadPlan, MayNotCreate
from tournaments.lifecycle.services.creating import may_create
from tournaments.models import League, LeagueDirector, Season

from . import log

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
    kept_terms(league, terms)
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


def kept_terms(league: League, terms: LeagueTerms) -> list[str]:
    """Write terms into a league, and name what has changed."""
    wanted = {
        "title": terms.title,
        "about": terms.about,
        "options": terms.options.to_dict(),
        "pace_kind": terms.clock.kind,
        "pace_base": terms.clock.base,
        "pace_increment": terms.clock.increment,
        "pace_cap": terms.clock.cap,
        "is_rated": terms.is_rated,
        "in_pairs": terms.in_pairs,
        "group_size": terms.group_size,
        "games": terms.games,
        "up": terms.up,
        "down": terms.down,
        "season_time": terms.season_time,
        "pause": terms.pause,
    }
    changed = [name for name, value in wanted.items() if getattr(league, name) != value]
    for name in changed:
        setattr(league, name, wanted[name])
    return changed
