"""Wishes of guests which cannot be granted."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


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
