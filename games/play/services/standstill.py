"""Games that nobody plays: bots stand still, and the game is abandoned after a while.

When the last person has resigned or deleted their account, the game ends in the same transaction. Where a bot only holds
somebody's seat, all bots stop (they would only keep the workers busy), and `Game.breaks_off_at` says when the sweep ends the
game (`ABANDONED_DAYS`). Taking a seat back clears it. Owners get an email three days before.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games.models import Game, Seat, Source, Status, TenureStart
from games.play import asked, notifications
from games.play.positions import Play, load
from notifications.services import queue

from .advance import Advance, start_clock, stop_clock
from .endings import break_off

logger = logging.getLogger("games")


def patience() -> timedelta:
    """How long a game stands still for its players to come back."""
    return timedelta(days=settings.ABANDONED_DAYS)


def leaves_nobody(play: Play, seat: Seat) -> bool:
    """Whether the game is over as soon as the player of this seat leaves for good."""
    others = (play.holder(one.index) for one in play.seats if one.index != seat.index)
    return all(holder.is_bot and holder.began != TenureStart.KEPT for holder in others)


def rest_or_end(advance: Advance, seat: Seat, source: Source) -> bool:
    """Asked when `seat` has gone to a bot. True when nobody plays any more, so that nobody is to be asked now.

    Where a player may still come back, bots stand still and the game gets the time when it ends; it keeps the one it has.
    """
    play = advance.play
    holders = [play.holder(one.index) for one in play.seats]
    if not all(holder.is_bot for holder in holders):
        return False
    if not any(holder.began == TenureStart.KEPT for holder in holders):
        break_off(advance, seat, source)
        ends_at(play.game, None)
    elif play.game.breaks_off_at is None:
        for one in play.seats:
            stop_clock(one)
        ends_at(play.game, advance.now + patience())
        queue(notifications.standing_still(play, now=advance.now))
    return True


def go_on(advance: Advance) -> None:
    """Somebody plays again: bots answer what stands, and the game does not end."""
    play = advance.play
    if play.game.breaks_off_at is None:
        return
    ends_at(play.game, None)
    for seat in play.seats:
        if seat.waiting and play.holder(seat.index).is_bot:
            start_clock(play, seat, advance.now, window=asked.window(play, advance.state))


def due(now: datetime, limit: int) -> list[int]:
    """Games that have stood still long enough, the oldest first."""
    still = Game.objects.filter(status=Status.RUNNING, breaks_off_at__lte=now, paused_at=None)
    return list(still.order_by("breaks_off_at").values_list("pk", flat=True)[:limit])


@transaction.atomic
def end_deserted(*, game_id: int, now: datetime) -> bool:
    """End a game that nobody came back to. May run twice or too late: the row under its lock decides. True when it ended."""
    play = load(game_id, lock=True)
    game = play.game
    if not game.is_running or game.is_paused or game.breaks_off_at is None or game.breaks_off_at > now:
        return False
    advance = Advance(play, now)
    last = max(play.seats, key=lambda seat: play.holder(seat.index).since_number)
    break_off(advance, last, Source.TIMEOUT)
    ends_at(game, None)
    advance.commit()
    logger.info("game %s broken off at ply %s: nobody was left", game_id, game.ply)
    return True


def ends_at(game: Game, at: datetime | None) -> None:
    """When it is over because nobody plays it; None while somebody does. The caller has the game's lock."""
    if game.breaks_off_at != at:
        game.breaks_off_at = at
        Game.objects.filter(pk=game.pk).update(breaks_off_at=at)
