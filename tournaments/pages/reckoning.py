"""The standings with all their arithmetic, reckoned when somebody asks for it."""

from __future__ import annotations

from functools import lru_cache

from django.utils.timezone import now

from tournaments.events.situations import situation_of
from tournaments.models import Event
from tournaments.plans.situation import Situation
from tournaments.plans.standings import standings_of
from tournaments.standings.ranking import Standings

KEPT = 16
"""Events whose standings a process keeps with their terms: those of 1,000 players have some 10 MB."""


def reckoned(event: Event) -> Standings:
    """The standings of an event as its results are now."""
    return _reckoned(event.pk, event.head, event.version)


def situation(event: Event) -> Situation:
    """An event as its rounds and results are now."""
    return _situation(event.pk, event.head, event.version)


@lru_cache(maxsize=KEPT)
def _reckoned(event_id: int, head: str, version: int) -> Standings:
    """`head` and `version` change with every change of the event, so what is kept is never old."""
    return standings_of(_situation(event_id, head, version))


@lru_cache(maxsize=KEPT)
def _situation(event_id: int, head: str, version: int) -> Situation:
    return situation_of(Event.objects.get(pk=event_id), now())
