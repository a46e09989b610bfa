"""Acts of those who run the site on one seat: it is answered for, or a bot keeps it for its player."""

import logging
from datetime import datetime

from django.db import transaction

import engine
from accounts.models import User
from games.models import Seat, Source, Status, Tenure, TenureEnd, TenureStart
from games.play import asked
from games.play.errors import GamePaused, HeldByBot, NotAsked, NotRunning, NotSeated, StalePosition
from games.play.positions import Play, load

from .advance import Advance
from .seats import hand_to_bot

logger = logging.getLogger(__name__)


@transaction.atomic
def answer_for(*, game_id: int, seat: int, version: int | None = None, now: datetime) -> None:
    """Answer the question of a seat as its clock would: `engine.default_move`, which is a pass where one may pass. It is no missed
    deadline, and no pass stands afterwards. `version` is that of the game as it was looked at: nobody passes for a later question.

    Raises NotRunning, GamePaused, NotSeated where there is no such seat, and NotAsked: also where the game may not tell whom it
    asks (BANQ-THIEF-6), and StalePosition where the game has moved on.
    """
    play, one = _seat(game_id, seat)
    if version not in (None, play.game.version):
        raise StalePosition
    if play.game.is_paused:
        raise GamePaused
    if asked.is_secret(play.state) or not one.waiting:
        raise NotAsked
    advance = Advance(play, now)
    advance.move(seat, engine.default_move(advance.state, seat), Source.DIRECTOR)
    advance.answer_standing_orders()
    advance.commit()


@transaction.atomic
def keep_seat(*, game_id: int, seat: int, now: datetime) -> User:
    """A bot keeps a seat from now on, as after too many missed deadlines: its player may take it back. Returns whose it is.

    Raises NotRunning, NotSeated where there is no such seat, HeldByBot.
    """
    play, one = _seat(game_id, seat)
    holder = play.holder(seat).user
    if holder is None:
        raise HeldByBot
    _keep(play, one, now)
    return holder


def keep_seats_of(user: User, *, now: datetime) -> list[int]:
    """Bots keep the seats of somebody who cannot come in, wherever another person plays. Returns the games."""
    running = Tenure.objects.filter(user=user, until=None, seat__game__status=Status.RUNNING)
    kept = []
    for game_id in list(running.order_by("seat__game").values_list("seat__game", flat=True)):
        try:
            if _keep_seat_of(user, game_id, now):
                kept.append(game_id)
        except Exception:
            logger.exception(
                "no bot could take a seat of game %s", game_id
            )  # the others must not wait; the next sweep tries it
    return kept


@transaction.atomic
def _keep_seat_of(user: User, game_id: int, now: datetime) -> bool:
    play = load(game_id, lock=True)
    seat = play.seat_of(user)
    if seat is None or not play.game.is_running or not _has_others(play, seat):
        return False
    _keep(play, seat, now)
    return True


def _keep(play: Play, seat: Seat, now: datetime) -> None:
    advance = Advance(play, now)
    hand_to_bot(advance, seat, TenureEnd.KEPT, TenureStart.KEPT, Source.DIRECTOR)
    advance.commit()


def _has_others(play: Play, seat: Seat) -> bool:
    return any(not play.holder(one.index).is_bot for one in play.seats if one.index != seat.index)


def _seat(game_id: int, seat: int) -> tuple[Play, Seat]:
    play = load(game_id, lock=True)
    if not play.game.is_running:
        raise NotRunning
    if not 0 <= seat < len(play.seats):
        raise NotSeated
    return play, play.seats[seat]
