"""What of a league does not follow from what was kept: its log, and the tournaments of its groups. Faults are lines in English."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.lifecycle import verifying
from tournaments.lifecycle.services.log import broken_at
from tournaments.models import Division, League


def faults(league: League) -> Iterator[str]:
    """Everything that differs, one line each; nothing for a league that is whole."""
    acts = list(league.acts.order_by("number"))
    broken = broken_at(acts)
    if broken is not None:
        yield f"act {broken} does not follow from the one before it, or its reason was changed"
    head = acts[-1].digest if acts else ""
    if (len(acts), head) != (league.last_act, league.head):
        yield f"the log has {len(acts)} acts and ends with {head}; the league says {league.last_act} and {league.head}"
    groups = Division.objects.filter(season__league=league).select_related("tournament", "season")
    for group in groups.order_by("season__number", "level", "group"):
        for fault in verifying.faults(group.tournament):
            yield f"season {group.season.number}, level {group.level}, group {group.group}: {fault}"
