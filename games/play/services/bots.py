"""Bots answer in a worker, never inside a player's request or a transaction."""

import logging
from datetime import datetime, timedelta

from django.db import transaction

import engine
from engine.bots import BOTS
from games.errors import GameError
from games.models import Seat, Source
from games.play.errors import NotYourTurn
from games.play.positions import Play, load
from statements.prepared import Prepared

from .advance import Advance
from .play import answer

logger = logging.getLogger("games")

LEASE = timedelta(seconds=30)
"""How long one worker may think before another tries again."""


def due(now: datetime, limit: int) -> list[int]:
    """Seats whose bot is to answer."""
    return list(Seat.objects.filter(bot_due_at__lte=now).order_by("bot_due_at").values_list("pk", flat=True)[:limit])


_next = Prepared(
    lambda now: (
        Seat.objects.filter(bot_due_at__lte=now)
        .order_by("bot_due_at")
        .select_for_update(skip_locked=True)
        .values_list("pk")[:1]
    ),
    0,
    moments=1,
)


@transaction.atomic
def claim_next(now: datetime) -> int | None:
    """The seat whose bot has waited longest, claimed for the length of a lease; None where no bot is due. Workers that ask at once
    get different ones."""
    for (seat_id,) in _next(now):
        Seat.objects.filter(pk=seat_id).update(bot_due_at=now + LEASE)
        return int(seat_id)
    return None


def answer_for_bot(*, seat_id: int, now: datetime) -> bool:
    """Let the bot of this seat answer its question. May run twice or late: a claim lets one in, a stale answer is dropped.

    True when a move was played.
    """
    if not Seat.objects.filter(pk=seat_id, bot_due_at__lte=now).update(bot_due_at=now + LEASE):
        return False
    return answer_claimed(seat_id=seat_id, now=now)


def answer_claimed(*, seat_id: int, now: datetime) -> bool:
    """The same for a seat that the caller has claimed."""
    game_id, index = Seat.objects.values_list("game_id", "index").get(pk=seat_id)
    play = load(game_id)
    version = play.game.version
    if not _answers(play, index) or index not in engine.waiting_for(play.state):
        return False
    rng = play.chance(index)
    view = engine.view_for(play.state, index)
    move = BOTS[play.holder(index).bot].choose(view, engine.guess(view, rng), rng)
    try:
        with transaction.atomic():
            play = load(game_id, lock=True)
            if not _answers(play, index):
                raise NotYourTurn
            advance = Advance(play, now)
            answer(advance, play.seats[index], str(move), version=version, source=Source.BOT)
            advance.answer_standing_orders()
            advance.commit()
    except GameError as error:
        logger.info("bot of game %s seat %s came too late: %s", game_id, index, error.code)
        return False
    return True


def _answers(play: Play, index: int) -> bool:
    """A bot holds the seat, and somebody plays the game."""
    return play.holder(index).is_bot and not play.game.stands_still and not play.game.is_paused
