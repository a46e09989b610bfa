"""Where one player stands in every pool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.timezone import now

from accounts.models import User
from tournaments.models import HiddenRatings, Rating
from tournaments.rated.figures import is_inactive, shown
from tournaments.rated.pools import Pool, pool_of
from arbiter.ratings.elo import DEFAULT
from arbiter.ratings.games import OVERALL


@dataclass(frozen=True, slots=True)
class Line:
    """A player's rating in one pool."""

    pool: Pool
    rating: str
    games: int
    is_provisional: bool
    is_inactive: bool
    played_at: datetime


@dataclass(frozen=True, slots=True)
class Standing:
    """All ratings of a player, the overall one first, then those of most games. Without lines and `is_hidden`, he looks himself and
    does not want to see them."""

    player: User
    lines: Sequence[Line]
    is_own: bool
    is_hidden: bool

    @property
    def is_provisional(self) -> bool:
        return any(line.is_provisional for line in self.lines)


def standing_of(player: User, reader: User | None) -> Standing:
    """As this reader may and wants to see it. One statement; two for one's own."""
    is_own = reader is not None and reader.pk == player.pk
    if is_own and HiddenRatings.objects.filter(user=player.pk).exists():
        return Standing(player, (), is_own, is_hidden=True)
    rows = sorted(Rating.objects.filter(user=player.pk), key=lambda row: (row.pool != OVERALL, -row.games, row.pool))
    return Standing(player, [_line(row, now()) for row in rows], is_own, is_hidden=False)


def _line(row: Rating, moment: datetime) -> Line:
    return Line(
        pool=pool_of(row.pool),
        rating=shown(row.value, row.games),
        games=row.games,
        is_provisional=DEFAULT.is_provisional(row.games),
        is_inactive=is_inactive(row.played_at, moment),
        played_at=row.played_at,
    )
