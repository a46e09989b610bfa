"""Leaderboards: who stands where in a pool, and where one player stands in every pool."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from django.core.cache import caches
from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.utils.timezone import now

from accounts.models import User
from arbiter.ratings.elo import DEFAULT
from arbiter.ratings.games import OVERALL
from statements import Prepared
from tournaments.models import HiddenRatings, Rating
from tournaments.rated.changes import INACTIVE_AFTER, Pool, hides, is_inactive, pool_of, shown

PAGE = 50

POOLS_KEPT = 60
"""Seconds that the list of pools may be old: it counts all ratings there are."""


class LadderPart(Enum):
    """The three lists of a pool."""

    SETTLED = "settled"
    PROVISIONAL = "provisional"
    INACTIVE = "inactive"

    def condition(self, now: datetime) -> Q:
        active, settled = Q(played_at__gte=now - INACTIVE_AFTER), Q(games__gte=DEFAULT.settling_games)
        if self is LadderPart.INACTIVE:
            return ~active
        return active & (settled if self is LadderPart.SETTLED else ~settled)


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A line of a leaderboard. `rating` is empty where the reader does not want to see it."""

    place: int
    user: User
    rating: str
    games: int
    played_at: datetime
    is_you: bool


@dataclass(frozen=True, slots=True)
class Ladder:
    """A page of a leaderboard; `own_page` is where the reader himself stands, if he stands in this list."""

    pool: Pool
    part: LadderPart
    page: Page[Rating]
    lines: Sequence[LadderRow]
    own_page: int | None


@dataclass(frozen=True, slots=True)
class Size:
    """A pool with the number of its players."""

    pool: Pool
    players: int


def ladder_of(
    pool: str, part: LadderPart, number: str | None, reader: User | None, now: datetime, size: int = PAGE
) -> Ladder:
    """Two statements; for somebody who is signed in up to two more."""
    listed = _listed(pool, part, now)
    page = Paginator(listed, size).get_page(number)
    own = listed.filter(user=reader.pk).annotate(hides=hides(reader)).first() if reader else None
    hides_own = own is not None and own.hides
    lines = [
        LadderRow(
            place=page.start_index() + place,
            user=row.user,
            rating="" if hides_own and own is not None and row.pk == own.pk else shown(row.value, row.games),
            games=row.games,
            played_at=row.played_at,
            is_you=own is not None and row.pk == own.pk,
        )
        for place, row in enumerate(page)
    ]
    own_page = None if own is None or hides_own else 1 + _before(listed, own) // size
    return Ladder(pool_of(pool), part, page, lines, own_page)


def _listed(pool: str, part: LadderPart, now: datetime) -> QuerySet[Rating]:
    people = Rating.objects.filter(part.condition(now), pool=pool, user__deleted_at=None, user__is_active=True)
    return people.select_related("user").order_by("-value", "user")


def _before(listed: QuerySet[Rating], own: Rating) -> int:
    return listed.filter(Q(value__gt=own.value) | Q(value=own.value, user__lt=own.user_id)).count()


def pools() -> list[Size]:
    """Every pool in which somebody has a rating, the overall one first, then those with most players. One statement a minute."""
    counted = caches["shared"].get_or_set("tournaments.pools", _counted, POOLS_KEPT) or []
    return [Size(pool_of(pool), players) for pool, players in counted]


def _counted() -> list[tuple[str, int]]:
    rows = Rating.objects.order_by().values_list("pool").annotate(players=Count("pk"))
    return sorted(rows, key=lambda row: (row[0] != OVERALL, -row[1], row[0]))


@dataclass(frozen=True, slots=True)
class PoolStanding:
    """A player's rating in one pool."""

    pool: Pool
    rating: str
    games: int
    is_provisional: bool
    is_inactive: bool
    played_at: datetime


@dataclass(frozen=True, slots=True)
class RatingStanding:
    """All ratings of a player, the overall one first, then those of most games. Without lines and `is_hidden`, he looks himself and
    does not want to see them."""

    player: User
    lines: Sequence[PoolStanding]
    is_own: bool
    is_hidden: bool

    @property
    def is_provisional(self) -> bool:
        return any(line.is_provisional for line in self.lines)


def standing_of(player: User, reader: User | None) -> RatingStanding:
    """As this reader may and wants to see it. One statement; two for one's own."""
    is_own = reader is not None and reader.pk == player.pk
    if is_own and HiddenRatings.objects.filter(user=player.pk).exists():
        return RatingStanding(player, (), is_own, is_hidden=True)
    moment = now()
    lines = [
        PoolStanding(
            pool_of(pool),
            shown(value, games),
            games,
            DEFAULT.is_provisional(games),
            is_inactive(played_at, moment),
            played_at,
        )
        for pool, value, games, played_at in _ratings(player.pk)
    ]
    lines.sort(key=lambda line: (not line.pool.is_overall, -line.games, line.pool.name))
    return RatingStanding(player, lines, is_own, is_hidden=False)


_ratings = Prepared(
    lambda player: Rating.objects.filter(user=player).order_by().values_list("pool", "value", "games", "played_at"), 1
)
