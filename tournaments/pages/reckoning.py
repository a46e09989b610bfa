"""The standings with all their arithmetic, reckoned when somebody asks for it."""

from __future__ import annotations

from functools import lru_cache

from django.utils.timezone import now

from tournaments.lifecycle.situations import situation_of
from tournaments.models import Tournament
from arbiter.progression.situation import Situation
from arbiter.progression.standings import standings_of
from arbiter.standings.ranking import Standings

KEPT = 16
"""Tournaments whose standings a process keeps with their terms: those of 1,000 players have some 10 MB."""


def reckoned(tournament: Tournament) -> Standings:
    """The standings of a tournament as its results are now."""
    return _reckoned(tournament.pk, tournament.head, tournament.version)


def situation(tournament: Tournament) -> Situation:
    """A tournament as its rounds and results are now."""
    return _situation(tournament.pk, tournament.head, tournament.version)


@lru_cache(maxsize=KEPT)
def _reckoned(tournament_id: int, head: str, version: int) -> Standings:
    """`head` and `version` change with every change of the tournament, so what is kept is never old."""
    return standings_of(_situation(tournament_id, head, version))


@lru_cache(maxsize=KEPT)
def _situation(tournament_id: int, head: str, version: int) -> Situation:
    return situation_of(Tournament.objects.get(pk=tournament_id), now())
