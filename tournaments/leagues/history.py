"""Where somebody stood in each season of a league."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from tournaments.models import League, Standing


@dataclass(frozen=True, slots=True)
class Played:
    """One season of somebody: level, group and place, and how many played there."""

    season: int
    level: int
    group: int
    place: int
    players: int
    event: int


def seasons_of(league: League, user: User) -> list[Played]:
    """All seasons that somebody played in a league, the first one first. Two statements."""
    own = Standing.objects.filter(event__division__season__league=league, entry__user=user)
    rows = own.order_by("event__division__season__number").values_list(
        "event__division__season__number", "event__division__level", "event__division__group", "place", "event"
    )
    found = list(rows)
    sizes: dict[int, int] = {}
    for event in Standing.objects.filter(event__in=[row[-1] for row in found]).values_list("event", flat=True):
        sizes[event] = sizes.get(event, 0) + 1
    return [
        Played(season, level, group, place, sizes.get(event, 0), event) for season, level, group, place, event in found
    ]
