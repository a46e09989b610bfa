"""Rated games for tests: played out by the real services, or only their rows where the course of the game does not matter."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from arbiter.ratings.games import OVERALL
from arbiter.ratings.games import RatedGame as Judged
from games.models import Game, Status, Visibility
from tests.games.boards import as_bots_would
from tests.games.play_builders import NOON, begun
from tournaments.models import RatedGame
from tournaments.rated.services import Batch, lock_queue

DUEL = "2/duel/days"
TABLE = "2/table/days"


def played_out(*people: User, now: datetime = NOON, secret: bytes = bytes(32), **wish: object) -> Game:
    """A rated game, played to its end the way bots would."""
    game = begun(*people, rated=True, secret=secret, now=now, **wish)  # type: ignore[arg-type]
    as_bots_would(game, until=lambda state: False, now=now)
    game.refresh_from_db()
    assert game.is_finished
    return game


def rated(
    *players: User,
    ranks: tuple[int, ...] | None = None,
    pool: str = "",
    at: datetime = NOON,
    visibility: Visibility = Visibility.PUBLIC,
) -> RatedGame:
    """A rated game of these people in the order of their places, or with these ranks: its rows, without a log."""
    number = 2_000_001 + RatedGame.objects.count()
    game = Game.objects.create(
        pk=number,
        title=f"Game {number}",
        host=players[0],
        status=Status.FINISHED,
        visibility=visibility,
        options={"edition": 2, "players": len(players)},
        pace_base=timedelta(days=2),
        rated=True,
        started_at=at,
        finished_at=at,
    )
    order = sorted(zip([one.pk for one in players], ranks or range(1, 1 + len(players)), strict=True))
    pools = (pool or (DUEL if len(players) == 2 else TABLE), OVERALL)
    judged = Judged(0, number, pools, tuple(pk for pk, _ in order), tuple(rank for _, rank in order))
    row = RatedGame.objects.create(game=game, ended_at=at)
    with transaction.atomic():
        lock_queue()
        last = (
            RatedGame.objects.filter(number__isnull=False).order_by("-number").values_list("number", flat=True).first()
        )
        batch = Batch(last=last or 0)
        batch.add(row, judged)
        batch.write()
    return row
