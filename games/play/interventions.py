"""What directors and the site team do to a running game.

A paused game waits for nobody: no clock runs, no bot is due, moves are refused (`paused`) and reminders dropped. Each question
keeps the time it had left; `resume_game` asks again with that time and a new email. A question that may not tell whom it asks
gets a new window, because its time is nobody's.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction

import engine
from accounts.models import User
from engine.bots import BOTS
from games.models import Deal, EndText, Game, Participant, RowKind, Seat, Source, Status, Tenure, TenureEnd, TenureStart
from games.models.clock import PaceKind
from games.play import notifications, secrecy, wakeups
from games.play.advance import Advance, save_seats, start_clock, stop_clock
from games.play.errors import GamePaused, HasSat, HeldByBot, NoClock, NotAsked, NotRunning, NotSeated, StalePosition
from games.play.moves import forget_presets
from games.play.positions import Play, load
from games.play.seats import end_as_it_stands, end_standstill, hand_to_bot, new_tenure, set_break_off
from notifications.services import queue

STRONGEST = list(BOTS)[-1]
"""The bot that plays a game out."""


@transaction.atomic
def stop_game(*, game_id: int, now: datetime, text: EndText = EndText.ADJUDICATED) -> None:
    """End the game as it stands: points and rubles as they lie, without a final scoring. Raises NotRunning."""
    play = load(game_id, lock=True)
    if not play.game.is_running:
        raise NotRunning
    advance = Advance(play, now)
    end_as_it_stands(advance, play.seats[0], text, Source.DIRECTOR)
    advance.commit()


@transaction.atomic
def play_out(*, game_id: int, now: datetime) -> None:
    """Hand every seat to the strongest bot for good, also those that bots hold for others already, so that bots play the game
    to its end; whose seat it was is told. A paused game is played out when it goes on. Raises NotRunning."""
    play = load(game_id, lock=True)
    if not play.game.is_running:
        raise NotRunning
    advance = Advance(play, now)
    before = {}
    for seat in play.seats:
        if play.holder(seat.index).bot == STRONGEST:
            continue
        before[seat.index] = play.person_of(seat.index)
        advance.note(RowKind.SEAT, seat.index, TenureEnd.PLAY_OUT.value, Source.DIRECTOR)
        new_tenure(advance, seat, TenureEnd.PLAY_OUT, Tenure(seat=seat, bot=STRONGEST, began=TenureStart.PLAY_OUT))
        stop_clock(seat)
        seat.pass_mode, seat.pass_phase, seat.wants_end = "", "", False
        forget_presets(seat)
        if seat.waiting:
            start_clock(play, seat, now, window=secrecy.open_window(play, advance.state))
    end_standstill(advance)
    advance.commit()
    queue(notifications.seat_lost(play, before, now=now))


@transaction.atomic
def annul_game(*, game_id: int, now: datetime) -> None:
    """Say that a game that has begun counts for nothing. Its log and its result stay as they are. Twice changes nothing.

    Raises NotRunning before it has begun.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if not game.has_begun:
        raise NotRunning
    if not game.is_annulled:
        game.annulled_at = now
        game.save(update_fields=["annulled_at"])


@transaction.atomic
def pause_game(*, game_id: int, now: datetime) -> None:
    """Stop all clocks and bots until `resume_game`. Everybody keeps what his question has left. Twice changes nothing.

    Raises NotRunning.
    """
    play = _running(game_id)
    if play.game.is_paused:
        return
    in_window = secrecy.is_secret(play.state)  # which takes nothing from a bank, and opens anew when the game goes on
    for seat in play.seats:
        if seat.due_at is not None and not in_window:
            seat.remaining = max(seat.due_at - now, timedelta())
    _write(play.game, paused_at=now)
    Advance(play, now).commit()
    wakeups.announce_change(play.game)


@transaction.atomic
def resume_game(*, game_id: int, now: datetime) -> None:
    """Put the questions again, with the time that was left; a question that may not tell whom it asks has all its time again.
    A game that stood still ends later by the length of the pause. Twice changes nothing. Raises NotRunning."""
    play = _running(game_id)
    game = play.game
    if game.paused_at is None:
        return
    paused_for = now - game.paused_at
    _write(game, paused_at=None, resumed_at=now)
    if game.breaks_off_at is not None:
        set_break_off(game, game.breaks_off_at + paused_for)
        queue(notifications.standing_still(play, now=now))
    advance = Advance(play, now)
    advance.answer_standing_orders()
    advance.commit()
    wakeups.announce_change(play.game)
    queue(notifications.resumed(play, now=now))


@transaction.atomic
def extra_time(*, game_id: int, seat: int, by: timedelta, now: datetime) -> None:
    """Give a seat more time: on its bank, which the next answer cuts to the cap of the pace again, or with a pace per move for
    the question it has now, also while the game is paused.

    Raises NotRunning, NotSeated where there is no such seat, and NoClock where there is nothing to add to: a bot's seat, a game
    alone, or with a pace per move no question, or one that may not tell whom it asks.
    """
    if by <= timedelta():
        raise ValueError(f"No time to give: {by}")
    play = _running(game_id)
    if not 0 <= seat < len(play.seats):
        raise NotSeated
    one = play.seats[seat]
    game, in_window = play.game, secrecy.is_secret(play.state)
    has_bank = game.pace_kind == PaceKind.BANK
    if play.holder(seat).is_bot or game.is_solo or (in_window and not has_bank):
        raise NoClock
    if one.remaining is not None:
        one.remaining += by
    elif one.due_at is None:
        raise NoClock
    if one.due_at is not None and not in_window:
        one.due_at += by
        queue(notifications.reminders(play, one, now=now))
    save_seats([one])


def _running(game_id: int) -> Play:
    play = load(game_id, lock=True)
    if not play.game.is_running:
        raise NotRunning
    return play


def _write(game: Game, **fields: datetime | None) -> None:
    """The caller has the game's lock."""
    for name, value in fields.items():
        setattr(game, name, value)
    Game.objects.filter(pk=game.pk).update(**fields)


@transaction.atomic
def replace_player(*, game_id: int, seat: int, by: User, now: datetime) -> None:
    """`by` takes the seat over for good from whoever holds it, a person or a bot, with a clock as at the start; what was decided
    beforehand is forgotten. Both are told, the person also where a bot kept the seat for him.

    Raises NotRunning, NotSeated where there is no such seat, and HasSat when `by` has ever held a seat of this game or of
    another with the same deal.
    """
    play = load(game_id, lock=True)
    if not play.game.is_running:
        raise NotRunning
    if not 0 <= seat < len(play.seats):
        raise NotSeated
    if _has_sat(play.game, by):
        raise HasSat(user=by.pk)
    one = play.seats[seat]
    before = play.person_of(seat)
    advance = Advance(play, now)
    advance.note(RowKind.SEAT, seat, TenureEnd.REPLACED.value, Source.DIRECTOR)
    new_tenure(advance, one, TenureEnd.REPLACED, Tenure(seat=one, user=by, began=TenureStart.SUBSTITUTE))
    Participant.objects.get_or_create(game=play.game, user=by, defaults={"joined_at": now})
    stop_clock(one)
    one.misses, one.remaining = 0, play.game.clock.at_start()
    one.pass_mode, one.pass_phase, one.wants_end = "", "", False
    forget_presets(one)
    if one.waiting:
        one.asked_number = advance.version
        start_clock(play, one, now, window=secrecy.open_window(play, advance.state))
        queue(notifications.your_turn(play, [one], now=now))
    end_standstill(advance)
    advance.commit()
    queue(
        [*notifications.substituted(play, one, now=now), *notifications.seat_lost(play, {one.index: before}, now=now)]
    )


def _has_sat(game: Game, user: User) -> bool:
    held = Tenure.objects.filter(user=user)
    if game.deal_id is not None:
        Deal.objects.select_for_update().get(
            pk=game.deal_id
        )  # nobody sits down at another of its tables in this moment
        return held.filter(seat__game__deal=game.deal_id).exists()
    return held.filter(seat__game=game).exists()


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
    if secrecy.is_secret(play.state) or not one.waiting:
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
