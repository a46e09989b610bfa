"""What tournaments ask of ratings: by which players are seeded, and how well they are known."""

from __future__ import annotations

from collections.abc import Collection

from arbiter.ratings.elo import DEFAULT
from arbiter.ratings.games import OVERALL
from tournaments.models import Rating


def ratings_of(users: Collection[int]) -> dict[int, float]:
    """The overall ratings of these people, of those who have one. One statement."""
    return dict(Rating.objects.filter(pool=OVERALL, user__in=users).values_list("user_id", "value"))


def is_established(user: int) -> bool:
    """Whether the overall rating of somebody is no longer provisional. One statement."""
    return Rating.objects.filter(pool=OVERALL, user=user, games__gte=DEFAULT.settling_games).exists()
