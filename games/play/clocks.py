"""Hours for the clock of a new question: the player's waking hours and vacation, as far as the game allows them."""

from datetime import datetime, timedelta

from accounts.models import User
from games.models import Seat
from games.models.clock import EVERY_HOUR
from games.models.own_hours import OwnHours, Span, read_week
from games.play.positions import Play


def hours_of(play: Play, seat: Seat, now: datetime) -> OwnHours:
    """The hours that a question put to this seat now keeps. No statement for players without vacation."""
    game, user = play.game, play.holder(seat.index).user
    if user is None or not (game.nights or game.vacation):
        return EVERY_HOUR
    hours = EVERY_HOUR
    if game.nights and user.waking_hours:
        hours = OwnHours(user.time_zone, read_week(user.waking_hours), timedelta(days=game.nights))
    if game.vacation and user.vacation_until is not None and user.vacation_until > now:
        hours = hours.with_away(days_since(user, now))
    return hours


def days_since(user: User, began: datetime) -> list[Span]:
    return list(user.vacation_days.filter(until__gt=began).order_by("since").values_list("since", "until"))
