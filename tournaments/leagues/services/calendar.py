"""What is due in leagues, done; it may run twice and late."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from tournaments.leagues import notifications
from tournaments.lifecycle.services import halting, log
from tournaments.models import Halt, Season, Step

from . import seasons
from .locking import locked

BATCH = 100


def sweep(now: datetime) -> None:
    """Let every season go on as far as it is due. One that cannot is held (`halting`) and does not keep the others waiting."""
    holds = halting.of_seasons()
    for season_id in seasons.waiting(now, BATCH, holds.still):
        halting.attempt(Step.PROMOTES, OfSeason(season_id), seasons.go_on, season_id=season_id, now=now)
    holds.settle()


@dataclass(frozen=True, slots=True)
class OfSeason:
    """The season of this number; whatever is done to its league is a reason to try again."""

    season_id: int

    def mark(self) -> int | None:
        return Season.objects.filter(pk=self.season_id).values_list("league__last_act", flat=True).first()

    @transaction.atomic
    def hold(self, failure: halting.Failure, before: int | None, now: datetime) -> None:
        league = locked(Season.objects.values_list("league", flat=True).get(pk=self.season_id))
        season = Season.objects.get(pk=self.season_id)
        season.league = league
        if league.last_act != before:
            return
        halt = Halt.objects.filter(season=season).first() or Halt(season=season)
        if halting.is_news(halt, failure, now):
            log.write(league, "on hold", now=now, season=season.number, code=failure.code)
            notifications.on_hold(season, now=now)
        halt.mark = league.last_act
        halt.save()
