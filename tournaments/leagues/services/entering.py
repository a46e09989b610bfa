"""People sign up for the season of a league that takes entries, and off it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.leagues.errors import TakenOff
from tournaments.lifecycle.errors import EntriesClosed, NotEligible
from tournaments.lifecycle.services import log
from tournaments.models import League, Season, SeasonState, Signup

from .locking import locked


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
