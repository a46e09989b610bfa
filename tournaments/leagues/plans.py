"""How a group of a league is played, as the plan of its tournament."""

from __future__ import annotations

from datetime import timedelta

from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import Plan, RoundRobin
from arbiter.standings.tables.tournament import league_points


def plan_of(in_pairs: bool, games: int, time: timedelta, size: int) -> Plan:
    """Everybody of a group against everybody at once: at tables of four by the most even schedule, or in pairs."""
    if in_pairs:
        return Plan(stages=(RoundRobin(),), sizes=None, round_time=time)
    return Plan(
        stages=(RoundRobin(games=games),), sizes=Sizes(4, frozenset({4})), round_time=time, scheme=league_points
    )
