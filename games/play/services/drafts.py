"""Drafting a turn of several acts, taking acts back, and sending it (UI-15). All under the game's lock."""

from datetime import datetime

from django.db import transaction

import engine
from accounts.models import User
from games.models import Draft, LogRow, Seat, Source
from games.play.drafts import after, drafted, goes_on
from games.play.errors import StalePosition
from games.play.positions import Play, load

from .advance import Advance, save_seats
from .play import answer, check_question, parsed


@transaction.atomic
def act(*, game_id: int, user: User, text: str, version: int, acts: int, now: datetime) -> list[LogRow]:
    """One act from the page. Where the turn goes on after it, it is drafted; where it ends the turn, uncovers something or
    somebody else is asked, the whole draft is sent with it. Returns the new rows of the log.

    `acts` is how many drafted acts the sender was looking at; raises StalePosition when there are not so many, and as
    `submit_move` does.
    """
    play, seat, before = _looked_at(game_id, user, version, acts)
    state = after(play, seat, before) or play.state
    move = parsed(play, state, text)
    if engine.is_legal(state, seat.index, move) and goes_on(play, state, seat, move):
        _keep(seat, [*before, str(move)])
        return []
    return _send(play, seat, [*before, text], version, now)


@transaction.atomic
def send(*, game_id: int, user: User, version: int, acts: int, now: datetime) -> list[LogRow]:
    """Send the draft as it stands; the next question is put then. Raises StalePosition when it is another or none."""
    play, seat, moves = _looked_at(game_id, user, version, acts)
    if not moves:
        raise StalePosition
    return _send(play, seat, moves, version, now)


@transaction.atomic
def take_back(*, game_id: int, user: User, version: int, acts: int) -> None:
    """Take the last drafted act back. Raises StalePosition when the draft is another or none."""
    _play, seat, moves = _looked_at(game_id, user, version, acts)
    if not moves:
        raise StalePosition
    _keep(seat, moves[:-1])


def _looked_at(game_id: int, user: User, version: int, acts: int) -> tuple[Play, Seat, list[str]]:
    """The game, locked, the seat and its drafted acts, if they are what the sender was looking at."""
    play = load(game_id, lock=True)
    seat = play.acting_seat(user)
    check_question(play, seat, version)
    moves = list(drafted(play, seat))
    if len(moves) != acts:
        raise StalePosition
    return play, seat, moves


def _keep(seat: Seat, moves: list[str]) -> None:
    if moves:
        row = {"asked_number": seat.asked_number, "moves": moves}
        Draft.objects.update_or_create(seat=seat, defaults=row)
    else:
        Draft.objects.filter(seat=seat).delete()
    seat.drafted = bool(moves)
    save_seats([seat])


def _send(play: Play, seat: Seat, moves: list[str], version: int, now: datetime) -> list[LogRow]:
    advance = Advance(play, now)
    *before, last = moves
    answer(advance, seat, last, version=version, source=Source.PAGE, before=before)
    advance.answer_standing_orders()
    return advance.commit()
