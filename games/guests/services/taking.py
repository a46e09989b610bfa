"""A guest has signed in to an account he had, and his games come along."""

import logging
from datetime import datetime

from django.db import transaction

from accounts import guests
from accounts.models import User
from games.models import TAKEN_ALONG, Game, LogRow, Participant, RowKind, Source, Tenure
from games.models.notification import game_subject
from games.play import news, notifications
from games.play.errors import StalePosition
from games.play.positions import load
from games.play.services.advance import Advance
from games.play.services.seen import hand_seen
from notifications.services import erase, queue

from .forgetting import games_of

logger = logging.getLogger("games")


@transaction.atomic
def take_along(*, guest: User, user: User, now: datetime) -> int:
    """Hand everything that `guest` has held over to `user`, and delete the guest. A row in the log of each game says so, also
    where the game is over. How many games came along; none where somebody was quicker.

    The seats stay with the same person, so their tenures name the account from their beginning on, and clocks run on.
    """
    if user.is_guest or not guests.doom(guest.pk):
        return 0
    games = games_of(guest.pk)
    for game_id in games:
        _take(game_id, guest, user, now)
    hand_seen(guest=guest, user=user)
    User.objects.filter(pk=guest.pk).delete()
    logger.info("user %s takes %s games of guest %s along", user.pk, len(games), guest.pk)
    return len(games)


def _take(game_id: int, guest: User, user: User, now: datetime) -> None:
    play = load(game_id, lock=True)
    game, index = play.game, _seat_of(play.tenures, guest)
    erase(subjects=[game_subject(game_id)])  # whatever was to be told, to the guest
    Game.objects.filter(pk=game_id, host=guest.pk).update(host=user.pk)
    Participant.objects.filter(game=game_id, user=guest.pk).update(user=user.pk)
    Tenure.objects.filter(seat__game=game_id, user=guest.pk).update(user=user.pk)
    for tenure in play.tenures[index]:
        if tenure.user_id == guest.pk:
            tenure.user = user
    advance = Advance(play, now)
    advance.note(RowKind.SEAT, index, TAKEN_ALONG, Source.PAGE)
    if not game.is_running:
        _append(game, advance)
        return
    seat = play.seats[index]
    if seat.waiting and not play.holder(index).is_bot:
        seat.asked_number = advance.version
        queue(notifications.asked(play, [seat], now=now))
    advance.commit()


def _seat_of(tenures: dict[int, list[Tenure]], guest: User) -> int:
    return next(index for index, held in tenures.items() if any(one.user_id == guest.pk for one in held))


def _append(game: Game, advance: Advance) -> None:
    """Nothing else changes in a game that is over."""
    LogRow.objects.bulk_create(advance.rows)
    if not Game.objects.filter(pk=game.pk, version=game.version).update(version=advance.version):
        raise StalePosition
    game.version = advance.version
    news.after_commit(game)
