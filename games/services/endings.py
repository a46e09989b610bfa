"""Ending a game before its end: when every person still in it agrees."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.errors import NotRunning, NotSeated
from games.models import Game, RowKind, Seat, Source, Status
from games.positions import Play, load
from games.results import result_as_it_stands

from .advance import Advance, save_seats
from .seats import people_at


@transaction.atomic
def wish_end(*, game_id: int, user: User, source: Source, now: datetime) -> bool:
    """Agree to end the game as it stands. True when this was the last agreement that was missing and the game is over."""
    play = load(game_id, lock=True)
    seat = _seat(play, user)
    seat.wants_end = True
    if not all(other.wants_end for other in people_at(play)):
        save_seats([seat])
        return False
    advance = Advance(play, now)
    advance.note(RowKind.END, seat.index, "agreed", source)
    game: Game = play.game
    game.status, game.finished_at = Status.FINISHED, now
    game.result = result_as_it_stands(play.state, len(play.seats))
    advance.commit()
    return True


@transaction.atomic
def withdraw_end(*, game_id: int, user: User) -> None:
    """No longer wish to end the game."""
    play = load(game_id, lock=True)
    seat = _seat(play, user)
    seat.wants_end = False
    save_seats([seat])


def _seat(play: Play, user: User) -> Seat:
    if not play.game.is_running:
        raise NotRunning
    seat = play.seat_of(user)
    if seat is None:
        raise NotSeated
    return seat
