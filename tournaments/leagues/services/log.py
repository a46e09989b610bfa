"""The log of a league, a chain as that of a tournament."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import User
from tournaments.lifecycle.services.log import link
from tournaments.models import League, LeagueAct


def write(
    league: League,
    kind: str,
    *,
    now: datetime,
    by: User | None = None,
    reason: str = "",
    private: str = "",
    **data: Any,
) -> LeagueAct:
    """Add an act to the log of a league whose row is locked. `by` empty: the league itself."""
    act = LeagueAct(league=league, kind=kind, data=data, by=by, reason=reason, private=private, at=now)
    link(league, act)
    league.save(update_fields=["head", "last_act"])
    act.save()
    return act
