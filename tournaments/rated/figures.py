"""Ratings as people read them: whole points, a question mark while they are provisional."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import floor

from arbiter.ratings.elo import DEFAULT

INACTIVE_AFTER = timedelta(days=365)
"""Whoever has not finished a rated game for so long is kept off the leaderboards."""


def whole(value: float) -> int:
    """Whole points, halves up."""
    return floor(value + 0.5)


def shown(value: float, games: int) -> str:
    """`1530`, or `1530?` after so few games that it is provisional."""
    return f"{whole(value)}?" if DEFAULT.is_provisional(games) else str(whole(value))


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points else "±0"


def difference(before: float, after: float) -> str:
    """What a change comes to: the difference of what is shown, so that the figures of a line add up."""
    return signed(whole(after) - whole(before))


def is_inactive(played_at: datetime, now: datetime) -> bool:
    return played_at < now - INACTIVE_AFTER
