"""Two accounts are one person's: what one had in leagues is the other's. The groups are tournaments."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from tournaments.leagues.errors import MetInALeague
from tournaments.lifecycle.services import log
from tournaments.models import League, LeagueAct, LeagueDirector, Season, Signup


@transaction.atomic
def take_leagues(*, gone: User, stays: User, now: datetime) -> list[int]:
    """Hand what `gone` has in leagues to `stays`: seasons, why he plays where he plays, and what he directs. The log of each league
    says so. Before tournaments and games.

    Raises MetInALeague where both signed up for one season, or one directs the league of the other. Returns the leagues.
    """
    own = Q(seasons__signups__user=gone) | Q(directors__user=gone)
    numbers = League.objects.filter(own).values("pk")
    leagues = list(League.objects.select_for_update().filter(pk__in=numbers).order_by("pk"))
    _check(gone, stays)
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


def _check(gone: User, stays: User) -> None:
    if Signup.objects.filter(user=gone, season__signups__user=stays).exists():
        raise MetInALeague
    for one, other in ((gone, stays), (stays, gone)):
        led = League.objects.filter(directors__user=one)
        if led.filter(Q(seasons__signups__user=other) | Q(directors__user=other)).exists():
            raise MetInALeague
