"""The options of a tournament's games: those of the tournament, for as many players as sit at a table."""

from __future__ import annotations

import engine
from tournaments.models import Tournament


def options_of(tournament: Tournament, players: int) -> engine.Options:
    """The options of a table of so many seats. Raises engine's error where the sets do not allow so many."""
    return engine.Options.from_dict({**tournament.options, "players": players})
