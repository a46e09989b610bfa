"""Acts of an organiser on clocks: a pause of a whole game, and more time for one seat.

A paused game waits for nobody: no clock runs, no bot is due, moves are refused (`paused`) and reminders dropped. Each question
keeps the time it had left; `resume_game` asks again with that time and a new email. A question that may not tell whom it asks
gets a new window, because its time is nobody's.
"""

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Game
from games.models.clock import PaceKind
from games.play import asked, news, notifications
from games.play.errors import NoClock, NotRunning, NotSeated
from games.play.positions import Play, load
from notifications.services import queue

from .advance import Advance, save_seats
from .standstill import ends_at


@transaction.atomic
def pause_game(*, game_id: int, now: datetime) -> None:
    """Stop all clocks and bots until `resume_game`. Everybody keeps what his question has left. Twice changes nothing.

    Raises NotRunning.
    """
    play = _running(game_id)
    if play.game.is_paused:
        return
    in_window = asked.is_secret(play.state)  # which takes nothing from a bank, and opens anew when the game goes on
    for seat in play.seats:
        if seat.due_at is not None and not in_window:
            seat.remaining = max(seat.due_at - now, timedelta())
    _write(play.game, paused_at=now)
    Advance(play, now).commit()
    news.after_commit(play.game)


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
        ends_at(game, game.breaks_off_at + paused_for)
        queue(notifications.standing_still(play, now=now))
    advance = Advance(play, now)
    advance.answer_standing_orders()
    advance.commit()
    news.after_commit(play.game)
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
    game, in_window = play.game, asked.is_secret(play.state)
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
