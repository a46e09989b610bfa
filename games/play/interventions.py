"""What happens to a running game beside its moves: end it, pause it, give time, replace a player, answer for a seat. Directors
and the site team do all of it; pauses, time and quick play also follow from what players agree on (`games.play.proposals`).

A paused game waits for nobody: no clock runs, no bot is due, moves are refused (`paused`) and reminders dropped. Each question
keeps the time it had left; `resume_game` asks again with that time and a new email. A question that may not tell whom it asks
gets a new window, because its time belongs to nobody.

All functions raise NotRunning where the game does not run, and NotSeated where it has no such seat.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction

import engine
from accounts.models import User
from engine.bots import BOTS
from games.models import (
    Deal,
    EndText,
    Game,
    Participant,
    RowKind,
    Seat,
    Source,
    Status,
    Tenure,
    TenureEnd,
    TenureStart,
    TimeText,
)
from games.models.clock import PaceKind
from games.play import notifications, secrecy, wakeups
from games.play.advance import Advance, save_seats, start_clock, write_times
from games.play.errors import GamePaused, HasSat, HeldByBot, NoClock, NotAsked, NotRunning, StalePosition
from games.play.notifications import GameNotification
from games.play.positions import Play, load, load_running
from games.play.seats import change_holder, end_as_it_stands, end_standstill, hand_to_bot, put_question
from notifications.models import Notification
from notifications.services import queue

logger = logging.getLogger(__name__)

STRONGEST = list(BOTS)[-1]
"""The bot that plays a game out."""


@transaction.atomic
def stop_game(*, game_id: int, now: datetime) -> None:
    """End the game as it stands, with the points and rubles of the moment, without a final scoring."""
    play = load_running(game_id)
    advance = Advance(play, now)
    end_as_it_stands(advance, play.seats[0], EndText.ADJUDICATED, Source.DIRECTOR)
    advance.commit()


@transaction.atomic
def play_out(*, game_id: int, now: datetime) -> None:
    """Hand every seat to the strongest bot for good, also those that bots keep for others, so that bots finish the game.

    The players are notified. A paused game is played out when it goes on.
    """
    play = load_running(game_id)
    advance = Advance(play, now)
    before = {}
    for seat in play.seats:
        if play.holder(seat.index).bot != STRONGEST:
            before[seat.index] = play.person_of(seat.index)
            tenure = Tenure(bot=STRONGEST, began=TenureStart.PLAY_OUT)
            change_holder(advance, seat, TenureEnd.PLAY_OUT, tenure, Source.DIRECTOR)
            put_question(advance, seat)
    end_standstill(advance)
    advance.commit()
    queue(notifications.seat_lost(play, before, now=now))


@transaction.atomic
def annul_game(*, game_id: int, now: datetime) -> None:
    """Void a game that has begun: it counts for nothing, while its log and its result stay. Twice changes nothing."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if not game.has_begun:
        raise NotRunning
    if not game.is_annulled:
        write_times(game, annulled_at=now)


@transaction.atomic
def pause_game(*, game_id: int, now: datetime) -> None:
    """Stop all clocks and bots until `resume_game`. Questions keep the time they have left. Twice changes nothing."""
    play = load_running(game_id)
    if play.game.is_paused:
        write_times(play.game, paused_until=None)  # from now on it is the director's pause
        return
    advance = Advance(play, now)
    stop_clocks(advance)
    advance.commit()
    wakeups.announce_change(play.game)


def stop_clocks(advance: Advance, until: datetime | None = None) -> None:
    """Pause the game. A secret question takes nothing from a bank, and gets a new window afterwards."""
    play, now = advance.play, advance.now
    end_quick_play(advance)
    if not secrecy.is_secret(play.state):
        for seat in play.seats:
            keep_time(play, seat, now)
    write_times(play.game, paused_at=now, paused_until=until)


def keep_time(play: Play, seat: Seat, now: datetime) -> None:
    """What its clock has left is given back when the question is put again."""
    if seat.due_at is not None and seat.running_since is not None:
        seat.remaining = play.game.clock.at_pause(seat.remaining, seat.running_since, seat.due_at, now, seat.own_hours)


@transaction.atomic
def resume_game(*, game_id: int, now: datetime) -> None:
    """Put the questions again with the time that was left; a secret question has all its time again.

    A game that stood still ends later by the length of the pause. Twice changes nothing.
    """
    play = load_running(game_id)
    if play.game.is_paused:
        advance = Advance(play, now)
        start_clocks(advance)
        advance.commit(tell=lambda: notifications.resumed(play, now=now))
        wakeups.announce_change(play.game)


def start_clocks(advance: Advance) -> None:
    """End a pause. The caller queues `notifications.resumed`."""
    play, now = advance.play, advance.now
    paused_for = now - (play.game.paused_at or now)
    write_times(play.game, paused_at=None, paused_until=None, resumed_at=now)
    if play.game.breaks_off_at is not None:
        write_times(play.game, breaks_off_at=play.game.breaks_off_at + paused_for)
        queue(notifications.standing_still(play, now=now))
    advance.answer_standing_orders()


def paused_games(now: datetime, limit: int) -> list[int]:
    """Games whose players agreed on a pause that is over."""
    paused = Game.objects.filter(status=Status.RUNNING, paused_until__lte=now)
    return list(paused.order_by("paused_until").values_list("pk", flat=True)[:limit])


@transaction.atomic
def end_pause(*, game_id: int, now: datetime) -> bool:
    """End a pause that the players agreed on, when its time is over. May run twice: the locked row decides."""
    play = load(game_id, lock=True)
    until = play.game.paused_until
    if not play.game.is_running or until is None or until > now:
        return False
    advance = Advance(play, now)
    advance.note(RowKind.TIME, 0, TimeText.RESUMED, Source.AUTO)
    start_clocks(advance)
    advance.commit(tell=lambda: notifications.resumed(play, now=now))
    return True


def start_quick_play(advance: Advance, until: datetime) -> None:
    """Short deadlines until then. The slow clocks stand still with what they have, so nobody loses or gains time."""
    play, now = advance.play, advance.now
    write_times(play.game, quick_until=until)
    for seat in play.seats:
        if seat.due_at is not None and not secrecy.is_secret(play.state):
            keep_time(play, seat, now)
            start_clock(play, seat, now)


def end_quick_play(advance: Advance) -> None:
    """Let the slow clocks go on with what they had. A question of quick play that nobody answered is no missed deadline."""
    play, now = advance.play, advance.now
    if play.game.quick_until is None:
        return
    advance.note(RowKind.TIME, 0, TimeText.SLOW, Source.AUTO)
    write_times(play.game, quick_until=None)
    for seat in play.seats:
        if seat.due_at is not None and not secrecy.is_secret(play.state):
            start_clock(play, seat, now)
            queue(notifications.reminders(play, seat, now=now))


@transaction.atomic
def extra_time(*, game_id: int, seat: int, by: timedelta, now: datetime) -> None:
    """Give a seat more time: on its bank, which the next answer cuts to the cap of the pace again, or with time per move for
    the question it has now, also while the game is paused.

    Raises NoClock where there is nothing to add to: a bot's seat, a solo game, or with time per move no question or a secret one.
    """
    play = load_running(game_id)
    queue(add_time(play, play.seat_at(seat), by, now))
    save_seats(play.seats)


def add_time(play: Play, seat: Seat, by: timedelta, now: datetime) -> list[Notification]:
    """The same; the caller saves the seat and queues what is returned."""
    if by <= timedelta():
        raise ValueError(f"No time to give: {by}")
    is_secret = secrecy.is_secret(play.state)
    if play.holder(seat.index).is_bot or play.game.is_solo or (is_secret and play.game.pace_kind != PaceKind.BANK):
        raise NoClock
    if seat.remaining is not None:
        seat.remaining += by
    elif seat.due_at is None:
        raise NoClock
    elif play.game.quick_until is not None:
        seat.remaining = play.game.clock.base + by  # for when the slow clock goes on
    if seat.due_at is None or seat.running_since is None or is_secret or play.game.quick_until is not None:
        return []
    hours, began = seat.own_hours, seat.running_since
    seat.due_at = hours.due_at(began, hours.run(began, seat.due_at) + by)
    return notifications.reminders(play, seat, now=now)


@transaction.atomic
def replace_player(*, game_id: int, seat: int, by: User, now: datetime) -> None:
    """Give the seat to `by` for good, from a person or a bot, with a clock as at the start and nothing ordered. Both are notified,
    also a player whose seat a bot kept.

    Raises HasSat when `by` has ever held a seat of this game or of another with the same deal.
    """
    play = load_running(game_id)
    one = play.seat_at(seat)
    if _has_sat(play.game, by):
        raise HasSat(user=by.pk)
    seat_substitute(play, one, by, Source.DIRECTOR, now)


def seat_substitute(play: Play, one: Seat, by: User, source: Source, now: datetime) -> None:
    """Let `by` hold the seat of this locked game from now on, with a fresh clock, and tell them and the player before them."""
    before = {one.index: play.person_of(one.index)}
    advance = Advance(play, now)
    change_holder(advance, one, TenureEnd.REPLACED, Tenure(user=by, began=TenureStart.SUBSTITUTE), source)
    Participant.objects.get_or_create(game=play.game, user=by, defaults={"joined_at": now})
    one.misses, one.remaining = 0, play.game.clock.at_start()
    put_question(advance, one)
    end_standstill(advance)
    advance.commit()
    number = play.holder(one.index).since_number
    told = notifications.to_owner(GameNotification.SUBSTITUTE, play, one, number=number, now=now)
    queue([*told, *notifications.seat_lost(play, before, now=now)])


def _has_sat(game: Game, user: User) -> bool:
    held = Tenure.objects.filter(user=user)
    if game.deal_id is None:
        return held.filter(seat__game=game).exists()
    Deal.objects.select_for_update().get(pk=game.deal_id)  # nobody may sit down at another of its tables meanwhile
    return held.filter(seat__game__deal=game.deal_id).exists()


@transaction.atomic
def answer_for(*, game_id: int, seat: int, version: int | None = None, now: datetime) -> None:
    """Answer the question of a seat as its clock would: `engine.default_move`, which is a pass where one may pass. It counts as
    no missed deadline, and no auto-pass follows. `version` is that of the game as it was looked at, so nobody passes for a later
    question.

    Raises GamePaused, StalePosition where the game has moved on, and NotAsked, also where the game may not tell whom it asks
    (BANQ-THIEF-6).
    """
    play = load_running(game_id)
    one = play.seat_at(seat)
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
    """Let a bot keep a seat, as after too many missed deadlines: its player may take it back. Returns whose it is.

    Raises HeldByBot.
    """
    play = load_running(game_id)
    one = play.seat_at(seat)
    holder = play.holder(seat).user
    if holder is None:
        raise HeldByBot
    _keep(play, one, now)
    return holder


def keep_seats_of(user: User, *, now: datetime) -> list[int]:
    """Let bots keep the seats of a player who cannot come in, wherever another person plays. Returns the games."""
    running = Tenure.objects.filter(user=user, until=None, seat__game__status=Status.RUNNING)
    kept = []
    for game_id in list(running.order_by("seat__game").values_list("seat__game", flat=True)):
        try:
            if _keep_seat_of(user, game_id, now):
                kept.append(game_id)
        except Exception:  # the other games must not wait; the next sweep tries it again
            logger.exception("no bot could take a seat of game %s", game_id)
    return kept


@transaction.atomic
def _keep_seat_of(user: User, game_id: int, now: datetime) -> bool:
    play = load(game_id, lock=True)
    seat = play.seat_of(user)
    if seat is None or not play.game.is_running:
        return False
    if all(play.holder(one.index).is_bot for one in play.seats if one.index != seat.index):
        return False
    _keep(play, seat, now)
    return True


def _keep(play: Play, seat: Seat, now: datetime) -> None:
    advance = Advance(play, now)
    hand_to_bot(advance, seat, TenureEnd.KEPT, Source.DIRECTOR)
    advance.commit()
