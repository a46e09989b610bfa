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
from django.utils.translation import gettext_lazy as _

import engine
from accounts import guests
from accounts.limits import hold_count
from accounts.models import User
from engine.bots import BOTS
from games.board.tableau import CardChoice
from games.errors import GameError
from games.models import TAKEN_ALONG, Game, Source, Visibility
from games.models.notification import game_subject
from games.options.strengths import USUAL
from games.play.merging import games_of, hand_game_over
from games.play.positions import Play
from games.play.seen import hand_seen
from games.tables import tables
from games.tables.gathering import Terms
from notifications.services import erase


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
"""What the address has instead of a card (`?card=first`). While another seat is asked it means none."""


def first_card(play: Play, user: User | None) -> str:
    """The card of the tableau that the plain bot would buy for this player, as the address names cards; empty if none."""
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
    return str(CardChoice(slot.row, slot.place, slot.card)) if slot is not None else ""


logger = logging.getLogger("games")


def forget_due_guests(*, now: datetime) -> int:
    """Delete the guests whose time is over, one transaction each. How many went. Twice does no harm."""
    due = User.objects.filter(guest_until__lte=now).order_by("guest_until", "pk")
    gone = 0
    for guest_id in list(due.values_list("pk", flat=True)):
        try:
            gone += forget_guest(guest_id, due=now)
        except Exception:
            logger.exception(
                "guest %s could not be deleted", guest_id
            )  # the others must not wait; the alarm counts them
    return gone


@transaction.atomic
def forget_guest(guest_id: int, *, due: datetime | None = None) -> bool:
    """Delete a guest with their games, logs and notifications. False where the guest has become an account meanwhile, or has begun
    another game and is kept for longer than `due`."""
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
    """Hand everything that `guest` has held over to `user`, and delete the guest. Returns how many games came along; none where
    another request was quicker."""
    if user.is_guest or not guests.doom(guest.pk):
        return 0
    games = games_of(guest.pk)
    for game_id in games:
        erase(subjects=[game_subject(game_id)])  # what the guest was to be notified of
        hand_game_over(game_id, gone=guest, stays=user, text=TAKEN_ALONG, source=Source.PAGE, now=now)
    hand_seen(guest=guest, user=user)
    User.objects.filter(pk=guest.pk).delete()
    logger.info("user %s takes %s games of guest %s along", user.pk, len(games), guest.pk)
    return len(games)


def check_room() -> None:
    """Raise NoRoomForGuests when the site keeps as many as it may. In the transaction that makes one."""
    hold_count("guests")
    if guests.count() >= settings.MOST_GUESTS:
        raise NoRoomForGuests


def begin_guest_game(*, guest: User, terms: Terms, bot: str, now: datetime) -> Game:
    """Begin a game against bots for a guest, who is kept as long from now on. Raises TooMany, UnknownBot, NotAlone.

    It is never public, so it is in no list of others, also when the guest has become an account.
    """
    if terms.options.players == 1:
        raise NotAlone
    game = tables.quick_game(user=guest, terms=replace(terms, visibility=Visibility.LINK), bot=bot, now=now)
    guests.stay(guest, now=now)
    return game
