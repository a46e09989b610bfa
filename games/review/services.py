"""Making reviews: what is due, one game at a time, outside any transaction; and asking for the review of an older game."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import F

from games.models import Review
from games.play.positions import Play, load
from games.review.figures import Figures, figures_of

logger = logging.getLogger("games")

VERSION = 3
"""How figures are made now. A review of an earlier version is made anew when somebody asks for it."""
LEASE = timedelta(minutes=5)
"""Longer than the work on one game; then another worker takes it over."""
MOST_TRIES = 2


class ReviewState(StrEnum):
    """What there is of a review, for programs too."""

    READY = "ready"
    WAITING = "waiting"
    FAILED = "failed"
    MISSING = "missing"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class FoundReview:
    """A review as it may be shown. Only one that is `READY` has figures; `is_old` are figures of an earlier version."""

    state: ReviewState
    figures: Figures | None = None
    is_old: bool = False
    version: int = 0

    @property
    def may_be_asked(self) -> bool:
        return self.state in (ReviewState.MISSING, ReviewState.FAILED) or self.is_old


def review_of(play: Play) -> FoundReview:
    """The review of a finished game that the reader may see. One statement; none for a game whose deal others still play: what it
    says of the cards would help them."""
    if play.game.is_closed:
        return FoundReview(ReviewState.CLOSED)
    row = Review.objects.filter(pk=play.game.pk).first()
    if row is None:
        return FoundReview(ReviewState.MISSING)
    if row.due_at is not None:
        return FoundReview(ReviewState.WAITING)
    if row.figures is None:
        return FoundReview(ReviewState.FAILED)
    return FoundReview(ReviewState.READY, row.figures, row.version != VERSION, row.version)


def make_next(now: datetime) -> int | None:
    """Make the review that has waited longest. The number of its game, None where nothing is due. One that fails is tried once
    more, then given up."""
    game_id = _claim(now)
    if game_id is None:
        return None
    mine = Review.objects.filter(pk=game_id)
    try:
        figures = figures_of(load(game_id))
    except Exception:
        logger.exception("the review of game %s failed", game_id)
        mine.filter(tries__gte=MOST_TRIES).update(due_at=None)
        mine.update(taken_until=None)
    else:
        mine.update(figures=figures, version=VERSION, due_at=None, taken_until=None)
        logger.info("reviewed game %s", game_id)
    return game_id


def _claim(now: datetime) -> int | None:
    """The game whose review this worker makes. A worker that died with it, twice, has spoiled it for good."""
    Review.objects.filter(due_at__isnull=False, taken_until__lte=now, tries__gte=MOST_TRIES).update(due_at=None)
    game_id = Review.waiting(now).order_by("due_at", "pk").values_list("pk", flat=True).first()
    taken = Review.waiting(now).filter(pk=game_id)
    return game_id if taken.update(taken_until=now + LEASE, tries=F("tries") + 1) else None


def ask_for(game_id: int, *, now: datetime) -> None:
    """Have the review of a finished game made, or made anew where it is of an earlier version or could not be made."""
    Review.objects.get_or_create(game_id=game_id, defaults={"due_at": now})
    Review.objects.filter(pk=game_id, due_at=None).exclude(version=VERSION).update(
        due_at=now, tries=0, taken_until=None
    )
