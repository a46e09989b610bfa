"""Playing without an account: a guest begins, takes the games over to an account, and is forgotten.

Guests go `GUEST_DAYS` after the start of their last game, or at once when they ask. `doom` comes first, so that nobody gets an
account while being deleted.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from random import Random

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

import engine
from accounts import guests
from accounts.limits import hold_count
from accounts.models import User
from engine.bots import BOTS
from games.board.tableau import Choice
from games.errors import GameError
from games.models import TAKEN_ALONG, Game, LogRow, Participant, RowKind, Source, Tenure, Visibility
from games.models.notification import game_subject
from games.options.strengths import USUAL
from games.play import notifications, wakeups
from games.play.advance import Advance
from games.play.errors import StalePosition
from games.play.positions import Play, load
from games.play.seen import hand_seen
from games.tables import tables
from games.tables.gathering import Terms
from notifications.services import erase, queue


class TooManyGuests(GameError):
    code = "too_many_guests"
    sentence = _(
        "Too many guests have started playing from your network today. Create an account, or come back tomorrow."
    )
    status = 429


class NoRoomForGuests(GameError):
    code = "no_room_for_guests"
    sentence = _("There is no room for more guests right now. Create an account to play at once.")
    status = 503


class NotAlone(GameError):
    code = "guest_alone"
    sentence = _("Solo games need an account, because their results appear in a public list.")
    status = 403


FIRST = "first"
"""What the address names instead of a card (`?card=first`). While somebody else is asked it names none."""


def first_card(play: Play, user: User | None) -> str:
    """The card of the tableau that the plain bot would buy for this player, as the address names cards; else none."""
    seat = play.seat_of(user) if user is not None and play.game.is_running else None
    if seat is None:
        return ""
    view = engine.view_for(play.state, seat.index)
    if not view.moves:
        return ""
    chance = Random(play.game.version)
    move = BOTS[USUAL].choose(view, engine.guess(view, chance), chance)
    verb, card, *rest = [*str(move).split(), ""]
    if verb != "buy":
        return ""
    slots = view.lower if "lower" in rest else view.upper
    slot = next((one for one in slots if one is not None and one.card == card), None)
    return str(Choice(slot.row, slot.place, slot.card)) if slot is not None else ""


logger = logging.getLogger("games")


def games_of(guest_id: int) -> list[int]:
    """The games of a guest, in which nobody but bots has ever sat beside him."""
    own = Game.objects.filter(Q(host=guest_id) | Q(participants__user=guest_id) | Q(seats__tenures__user=guest_id))
    return list(own.order_by("pk").values_list("pk", flat=True).distinct())


def forget_due(*, now: datetime) -> int:
    """Delete the guests whose time is over, one transaction each. How many went. Twice does no harm."""
    due = User.objects.filter(guest_until__lte=now).order_by("guest_until", "pk")
    gone = 0
    for guest_id in list(due.values_list("pk", flat=True)):
        try:
            gone += forget(guest_id, due=now)
        except Exception:
            logger.exception(
                "guest %s could not be deleted", guest_id
            )  # the others must not wait; the alarm counts him
    return gone


@transaction.atomic
def forget(guest_id: int, *, due: datetime | None = None) -> bool:
    """Delete a guest, his games with their logs, and what was to be told about them. False where an account has become of him
    meanwhile, or he has begun another game and is kept for longer than `due`."""
    if not guests.doom(guest_id, due=due):
        return False
    own = games_of(guest_id)
    locked = list(Game.objects.select_for_update().filter(pk__in=own).order_by("pk").values_list("pk", flat=True))
    erase(subjects=[game_subject(game_id) for game_id in locked])
    Game.objects.filter(pk__in=locked).delete()
    User.objects.filter(pk=guest_id).delete()
    logger.info("guest %s is deleted, with %s games", guest_id, len(locked))
    return True


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
        queue(notifications.your_turn(play, [seat], now=now))
    advance.commit()


def _seat_of(tenures: dict[int, list[Tenure]], guest: User) -> int:
    return next(index for index, held in tenures.items() if any(one.user_id == guest.pk for one in held))


def _append(game: Game, advance: Advance) -> None:
    """Nothing else changes in a game that is over."""
    LogRow.objects.bulk_create(advance.rows)
    if not Game.objects.filter(pk=game.pk, version=game.version).update(version=advance.version):
        raise StalePosition
    game.version = advance.version
    wakeups.announce_change(game)


def check_room() -> None:
    """Raise NoRoomForGuests when the site keeps as many as it may. In the transaction that makes one."""
    hold_count("guests")
    if guests.count() >= settings.MOST_GUESTS:
        raise NoRoomForGuests


def begin(*, guest: User, terms: Terms, bot: str, now: datetime) -> Game:
    """A game against bots for the eyes of the guest, who is kept as long from now on. Raises TooMany, UnknownBot, NotAlone.

    It is never public, so it is in no list of others, neither while he is a guest nor when he has an account.
    """
    if terms.options.players == 1:
        raise NotAlone
    game = tables.quick_game(user=guest, terms=replace(terms, visibility=Visibility.LINK), bot=bot, now=now)
    guests.stay(guest, now=now)
    return game
