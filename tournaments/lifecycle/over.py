"""What a tournament writes down when one of its games ends: a row of its own, which never waits for the tournament."""

from __future__ import annotations

from datetime import datetime

from games.models import Game
from tournaments.models import Over, Table


def note(game: Game, now: datetime) -> None:
    """Write down that the game of a table is over, in the transaction in which it ends."""
    if Table.objects.filter(game_id=game.pk).exists():
        Over.objects.bulk_create([Over(game_id=game.pk, at=now)], ignore_conflicts=True)
