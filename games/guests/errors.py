"""Wishes of guests which cannot be granted."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class TooManyGuests(GameError):
    code = "too_many_guests"
    sentence = _(
        "Many people have begun to play from your network today without an account. Create one, or come back tomorrow."
    )
    status = 429


class NoRoomForGuests(GameError):
    code = "no_room_for_guests"
    sentence = _("There is no room for another guest just now. Create an account, and you play at once.")
    status = 503


class NotAlone(GameError):
    code = "guest_alone"
    sentence = _("Playing alone is for people with an account, because the results stand in a list for all to read.")
    status = 403
