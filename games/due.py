"""What of games is due when: the one list for the sweep (`stpete_site.tasks`), for alarms (`games.alerts`) and for figures."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Model, QuerySet

from games.models import Game, Seat, SeatOffer, Seek, Status

_RUNNING = {"status": Status.RUNNING}
DUE: Mapping[str, tuple[type[Model], str, Mapping[str, Any]]] = {
    "timeouts": (Seat, "due_at", {}),
    "bots": (Seat, "bot_due_at", {}),
    "standstills": (Game, "breaks_off_at", {**_RUNNING, "paused_at": None}),
    "proposals": (Game, "proposal_until", _RUNNING),
    "pauses": (Game, "paused_until", _RUNNING),
    "starts": (Game, "starts_at", {"status": Status.FULL}),
    "expiries": (Game, "expires_at", {"status": Status.OPEN}),
    "open seats": (SeatOffer, "look_at", {}),
    "seeks": (Seek, "due_at", {}),
}
"""The table of each kind, the column with its moment, and which rows count."""


def due_rows(at: datetime) -> dict[str, QuerySet[Any]]:
    """The rows of each kind that are due by then."""
    return {
        kind: model._default_manager.filter(**{f"{column}__lte": at}, **which)
        for kind, (model, column, which) in DUE.items()
    }
