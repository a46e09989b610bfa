"""A guest's game begins. He is made before it (`accounts.guests.admit`), by the click that deals it."""

from dataclasses import replace
from datetime import datetime

from django.conf import settings

from accounts import guests
from accounts.limits import hold_count
from accounts.models import User
from games.guests.errors import NoRoomForGuests, NotAlone
from games.models import Game, Visibility
from games.tables.services import tables
from games.tables.services.gathering import Terms


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
