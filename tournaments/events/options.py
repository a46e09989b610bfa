"""The options of an event's games: those of the event, for as many players as sit at a table."""

from __future__ import annotations

import engine
from tournaments.models import Event


def options_of(event: Event, players: int) -> engine.Options:
    """The options of a table of so many seats. Raises engine's error where the sets do not allow so many."""
    return engine.Options.from_dict({**event.options, "players": players})
