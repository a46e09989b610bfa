"""How seats change hands, and how a game ends early once its players agree or leave.

When the last person has resigned or deleted their account, the game ends in the same transaction. Where a bot only holds
somebody's seat, all bots stop (they would only keep the workers busy), and `Game.breaks_off_at` says when the sweep ends the
game (`ABANDONED_DAYS`). Taking a seat back clears it. Owners get an email three days before.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import User
from engine.record import Ended
from games.models import EndText, Game, RowKind, Seat, Source, Status, Tenure, TenureEnd, TenureStart
from games.play import notifications, secrecy, wakeups
from games.play.advance import Advance, save_seats, start_clock, stop_clock
from games.play.errors import NotRunning, NotSeated
from games.play.moves import forget_presets
from games.play.positions import Play, load
from games.play.reliability import hand_over
from games.play.reply_addresses import tenure_holding
from games.play.results import result_as_it_stands
from incoming_mail.tokens import revoke_holding
from notifications.services import queue


@transaction.atomic
def wish_end(*, game_id: int, user: User, source: Source, now: datetime) -> bool:
    """Agree to end the game as it stands. True when this was the last agreement that was missing and the game is over."""
    play = load(game_id, lock=True)
    seat = play.acting_seat(user)
    seat.wants_end = True
    advance = Advance(play, now)
    if not end_if_agreed(advance, seat, source):
        save_seats([seat])
        wakeups.announce_change(play.game)
        return False
    advance.commit()
    return True


def end_if_agreed(advance: Advance, seat: Seat, source: Source) -> bool:
    """End the game as it stands if every person still in it wishes so; `seat` is the one whose act decided it.

    Also asked when a seat goes to a bot: whoever leaves no longer stands in the way of the others.
    """
    play = advance.play
    people = [one for one in play.seats if not play.holder(one.index).is_bot]
    if not people or not all(one.wants_end for one in people):
        return False
    end_as_it_stands(advance, seat, EndText.AGREED, source)
    return True


def abandon(advance: Advance, seat: Seat, source: Source) -> None:
    """End the game as it stands because nobody is left to play it; `seat` is the one that was left last."""
    end_as_it_stands(advance, seat, EndText.ABANDONED, source)


ENDED: dict[EndText, Ended] = {
    EndText.AGREED: "agreement",
    EndText.ABANDONED: "broken off",
    EndText.ADJUDICATED: "adjudicated",
}


def end_as_it_stands(advance: Advance, seat: Seat, text: EndText, source: Source) -> None:
    """Append the row that ends the game, with points and rubles as they lie."""
    advance.note(RowKind.END, seat.index, text.value, source)
    game: Game = advance.play.game
    game.status, game.finished_at = Status.FINISHED, advance.now
    game.result = result_as_it_stands(advance.state, game.players, ENDED[text])


@transaction.atomic
def withdraw_end(*, game_id: int, user: User) -> None:
    """No longer wish to end the game."""
    play = load(game_id, lock=True)
    seat = play.acting_seat(user)
    seat.wants_end = False
    save_seats([seat])
    wakeups.announce_change(play.game)


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
        abandon(advance, seat, source)
        set_break_off(play.game, None)
    elif play.game.breaks_off_at is None:
        for one in play.seats:
            stop_clock(one)
        set_break_off(play.game, advance.now + patience())
        queue(notifications.standing_still(play, now=advance.now))
    return True


def end_standstill(advance: Advance) -> None:
    """Somebody plays again: bots answer what stands, and the game does not end."""
    play = advance.play
    if play.game.breaks_off_at is None:
        return
    set_break_off(play.game, None)
    for seat in play.seats:
        if seat.waiting and play.holder(seat.index).is_bot:
            start_clock(play, seat, advance.now, window=secrecy.open_window(play, advance.state))


def deserted_games(now: datetime, limit: int) -> list[int]:
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
    abandon(advance, last, Source.TIMEOUT)
    set_break_off(game, None)
    advance.commit()
    logger.info("game %s broken off at ply %s: nobody was left", game_id, game.ply)
    return True


def set_break_off(game: Game, at: datetime | None) -> None:
    """When it is over because nobody plays it; None while somebody does. The caller has the game's lock."""
    if game.breaks_off_at != at:
        game.breaks_off_at = at
        Game.objects.filter(pk=game.pk).update(breaks_off_at=at)


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
        forget_presets(seat)
    if end_if_agreed(advance, seat, source) or rest_or_end(advance, seat, source):
        return
    if seat.waiting:
        start_clock(play, seat, now, window=secrecy.open_window(play, advance.state))


@transaction.atomic
def take_back_seat(*, game_id: int, user: User, source: Source, now: datetime) -> None:
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
        start_clock(play, seat, now, window=secrecy.open_window(play, advance.state))
        queue(notifications.your_turn(play, [seat], now=now))
    end_standstill(advance)
    advance.commit()


def new_tenure(advance: Advance, seat: Seat, ended: TenureEnd, tenure: Tenure) -> None:
    """The holder of the seat leaves it so, with the last row of the log, and that of `tenure` takes it."""
    play, now, number = advance.play, advance.now, advance.version
    advance.drop_draft(seat)
    old = play.holder(seat.index)
    old.until, old.until_number, old.ended = now, number, ended
    hand_over(seat, old)
    revoke_holding(tenure_holding(old))
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
