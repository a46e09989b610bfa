"""Two accounts are one person's: rated games of one are the other's, and the ratings follow from all of them."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from accounts.models import User
from arbiter.kept import from_json
from tournaments.models import RatedGame, Rating, RatingChange, RatingQueue
from tournaments.rated.judging import kept
from arbiter.ratings.games import RatedGame as Judged

from .taking import lock_queue


@transaction.atomic
def take_ratings(*, gone: User, stays: User) -> int:
    """Let the judged games of `gone` be those of `stays`, who was in none of them. What follows from that for everybody is for the
    next rebuild, which is due then (`tournaments.rated.rebuilding`). Returns how many games there are."""
    lock_queue()
    rows = list(RatedGame.objects.filter(number__isnull=False, changes__user=gone).distinct())
    for row in rows:
        row.judged = kept(_renamed(from_json(Judged, row.judged), gone.pk, stays.pk))
    RatedGame.objects.bulk_update(rows, ["judged"], batch_size=500)
    RatingChange.objects.filter(user=gone).update(user=stays)
    there = Rating.objects.filter(user=stays).values_list("pool", flat=True)
    Rating.objects.filter(user=gone, pool__in=list(there)).delete()
    Rating.objects.filter(user=gone).update(user=stays)
    if rows:
        RatingQueue.objects.filter(pk=1).update(merged=F("merged") + 1)
    return len(rows)


def _renamed(game: Judged, gone: int, stays: int) -> Judged:
    """Players stand in rising order, each with his rank."""
    order = sorted(
        (stays if player == gone else player, rank) for player, rank in zip(game.players, game.ranks, strict=True)
    )
    return game._replace(players=tuple(player for player, _ in order), ranks=tuple(rank for _, rank in order))
