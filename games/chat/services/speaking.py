"""Somebody says something."""

from collections.abc import Container
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from accounts.permissions import can
from games.chat import limits, notifications
from games.chat.errors import ForAccounts, NothingSaid, NotOver, TalkShut, TooLong
from games.chat.readers import is_shut, people_at, unmoved_by
from games.chat.text import tidy
from games.errors import Muted
from games.models import Game, Line, Room, Status
from games.models.chat import LONGEST_LINE
from games.play.errors import NotSeated
from games.play.positions import Play, load
from games.play.services.seen import mark
from games.tables.errors import NotAtTable, TableClosed
from moderation.services import measures
from notifications.services import queue

ONE_AND_THE_SAME = timedelta(seconds=15)
"""The same words of the same author within this time are a double click."""


@transaction.atomic
def say(
    *, game_id: int, user: User, text: str, now: datetime, room: Room = Room.SEATS, links: Container[str] = ()
) -> Line:
    """Append a line to a room of the game. Said twice in a moment it is there once.

    Raises ForAccounts, Muted, NothingSaid, TooLong, TooManyLines, EnoughForToday, TalkShut, NotSeated, NotAtTable, TableClosed,
    NotOver, or Game.DoesNotExist where the user may not see the game.
    """
    if user.is_guest:
        raise ForAccounts
    if measures.is_mute(user.pk, now):
        raise Muted
    words = tidy(text)
    if not words:
        raise NothingSaid
    if len(words) > LONGEST_LINE:
        raise TooLong
    play = load(game_id, lock=True)
    _check_place(play, user, room, links)
    last = Line.objects.filter(game=play.game, room=room, author=user).order_by("-number").first()
    if last is not None and last.text == words and now - last.at < ONE_AND_THE_SAME:
        return last
    limits.check(user, now)
    return _append(play, user, words, room, now)


def _check_place(play: Play, user: User, room: Room, links: Container[str]) -> None:
    game = play.game
    is_seated = can(user, "talk at table", play)
    if room == Room.WATCHERS:
        _check_watcher(play, user, links, is_seated=is_seated)
    elif not is_seated:
        raise NotSeated if game.has_begun else NotAtTable
    elif game.status == Status.CLOSED:
        raise TableClosed
    if is_shut(game):
        raise TalkShut


def _check_watcher(play: Play, user: User, links: Container[str], *, is_seated: bool) -> None:
    if not play.game.has_begun or not can(user, "watch game", play, links=links):
        raise Game.DoesNotExist
    if is_seated:
        raise TalkShut
    if not play.game.is_finished:
        raise NotOver


def _append(play: Play, user: User, words: str, room: Room, now: datetime) -> Line:
    game = play.game
    column = "said" if room == Room.SEATS else "said_by_watchers"
    number = getattr(game, column) + 1
    seat = play.seat_of(user) or play.can_take_back(user) if room == Room.SEATS else None
    own = [one for one in play.tenures[seat.index] if one.user_id == user.pk] if seat else []
    tenure = own[-1] if own else None
    line = Line.objects.create(game=game, room=room, number=number, author=user, tenure=tenure, text=words, at=now)
    Game.objects.filter(pk=game.pk).update(**{column: number})
    if room == Room.SEATS:
        others = people_at(play) - {user.pk}
        unmoved = unmoved_by(user, others)
        if game.has_begun:
            mark(game_id=game.pk, readers=others, passed_over={user.pk, *unmoved}, line=number)
        queue(notifications.said(line, others - unmoved, now=now))
    return line
