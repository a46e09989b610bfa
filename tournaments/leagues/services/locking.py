"""The lock of a league, which every change of it holds."""

from __future__ import annotations

from accounts.models import User
from accounts.permissions import can
from tournaments.leagues.errors import NoOpenSeason, NotLeagueDirector
from tournaments.lifecycle.services.acts.checks import decides
from tournaments.models import League, Season, SeasonState


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
