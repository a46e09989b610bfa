"""Seats change hands: resigning, a bot keeping an abandoned seat, its player coming back, an account deleted."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Game, RowKind, Seat, Source, Status, Tenure, TenureEnd, TenureStart
from games.play import asked, notifications
from games.play.asked_by_mail import holding_of
from games.play.deadlines import hand_over
from games.play.errors import NotRunning, NotSeated
from games.play.positions import load
from incoming_mail.tokens import revoke_holding
from notifications.services import queue

from .advance import Advance, start_clock, stop_clock
from .endings import end_if_agreed
from .presets import forget
from .standstill import go_on, rest_or_end

KEEPER = "plain"
"""The bot that takes over seats, whatever bots the host chose.

Nobody agreed to an opponent of another strength, so it is the plain one: leaving must not pay by bringing in somebody
better, who comes back must find a position like his own, and what is made of results must mean the same in every game.
"""


@transaction.atomic
def resign(*, game_id: int, user: User, source: Source, now: datetime) -> None:
    """Give the seat to a bot for good. Raises NotRunning or NotSeated."""
    play = load(game_id, lock=True)
    seat = play.seat_of(user) or play.can_take_back(user)
    if not play.game.is_running:
        raise NotRunning
    if seat is None:
        raise NotSeated
    advance = Advance(play, now)
    hand_to_bot(advance, seat, TenureEnd.RESIGNED, TenureStart.RESIGNED, source)
    advance.commit()


def hand_to_bot(advance: Advance, seat: Seat, ended: TenureEnd, began: TenureStart, source: Source) -> None:
    """Retire the seat's tenure, let the keeper hold it, and put the open question to it, unless nobody plays any more."""
    play, now = advance.play, advance.now
    advance.note(RowKind.SEAT, seat.index, ended.value, source)
    new_tenure(advance, seat, ended, Tenure(seat=seat, bot=KEEPER, began=began))
    stop_clock(seat)
    seat.pass_mode, seat.pass_phase, seat.wants_end = "", "", False
    if ended != TenureEnd.KEPT:  # its player may come back to what he decided
        forget(seat)
    if end_if_agreed(advance, seat, source) or rest_or_end(advance, seat, source):
        return
    if seat.waiting:
        start_clock(play, seat, now, window=asked.window(play, advance.state))


@transaction.atomic
def take_back(*, game_id: int, user: User, source: Source, now: datetime) -> None:
    """The player whose seat a bot keeps plays on himself, with one increment on a bank. Raises NotRunning or NotSeated."""
    play = load(game_id, lock=True)
    if not play.game.is_running:
        raise NotRunning
    seat = play.can_take_back(user)
    if seat is None:
        raise NotSeated
    advance = Advance(play, now)
    advance.note(RowKind.SEAT, seat.index, TenureEnd.RETURNED.value, source)
    new_tenure(advance, seat, TenureEnd.RETURNED, Tenure(seat=seat, user=user, began=TenureStart.RETURNED))
    stop_clock(seat)
    seat.misses = 0
    seat.remaining = play.game.clock.after_timeout()
    if seat.waiting:
        seat.asked_number = advance.version
        start_clock(play, seat, now, window=asked.window(play, advance.state))
        queue(notifications.asked(play, [seat], now=now))
    go_on(advance)
    advance.commit()


def new_tenure(advance: Advance, seat: Seat, ended: TenureEnd, tenure: Tenure) -> None:
    """The holder of the seat leaves it so, with the last row of the log, and that of `tenure` takes it."""
    play, now, number = advance.play, advance.now, advance.version
    advance.drop_draft(seat)
    old = play.holder(seat.index)
    old.until, old.until_number, old.ended = now, number, ended
    hand_over(seat, old)
    revoke_holding(holding_of(old))
    old.save(update_fields=["until", "until_number", "ended", "deadlines_met", "deadlines_missed"])
    tenure.since, tenure.since_number = now, number
    tenure.save()
    play.tenures[seat.index].append(tenure)


def leave_games(*, user: User, now: datetime) -> None:
    """Let go of every running game of an account that is about to be deleted: bots take the seats for good, also those that
    they only kept."""
    for game_id in _running_games(user):
        with transaction.atomic():
            play = load(game_id, lock=True)
            seat = play.seat_of(user) or play.can_take_back(user)
            if seat is not None and play.game.is_running:
                advance = Advance(play, now)
                hand_to_bot(advance, seat, TenureEnd.DELETED, TenureStart.DELETED, Source.PAGE)
                advance.commit()


def _running_games(user: User) -> list[int]:
    """Those in which he has ever held a seat; whether it is still his is seen under the lock."""
    played = Game.objects.filter(status=Status.RUNNING, seats__tenures__user=user)
    return list(played.values_list("pk", flat=True).distinct())
