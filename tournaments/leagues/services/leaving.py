"""An account is about to be deleted: leagues that it alone directs pass to those who run the site."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tournaments.leagues import notifications
from tournaments.lifecycle.services.accounts import heir
from tournaments.models import LeagueDirector, Season, SeasonState, Signup

from . import log
from .entering import sign_off
from .locking import locked


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
