"""Whether what a notification says is still so. Asked when it is due, and once more before its mail is sent.

Each answers why there is nothing left to tell, as a short reason for `Notification.dropped`; empty while the notification is true.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import F

from games import extensions
from games.chat.readers import unread_lines
from games.emails.in_answers import put_in_answers
from games.models import Game, Invitation, InvitationState, Participant, Seat, Status, Tenure, TenureStart
from games.models.notification import number_in
from games.play.notifications import reminder_key, standing_still_key
from games.play.positions import load
from games.tables.notifications import expiry_key
from notifications.models import Notification
from statements.prepared import Columns, Prepared

GATHERING = (Status.OPEN, Status.FULL)


def your_turn(notification: Notification, now: datetime) -> str:
    """Still asked: the same question or, if that was answered meanwhile, a newer one; and by no answer to a mail."""
    seat = _held_seat(notification)
    why = _why_no_turn(notification, seat)
    return why if seat is None or why else _in_answers([notification], {notification.pk: seat}).get(notification.pk, "")


def reminder(notification: Notification, now: datetime) -> str:
    return _why_no_reminder(notification, _held_seat(notification), now)


def turns_among(notifications: Sequence[Notification], now: datetime) -> dict[int, str]:
    """Those that ask for nothing any more, and why."""
    seats = _held_seats(notifications)
    found = {one.pk: why for one in notifications if (why := _why_no_turn(one, seats.get(_place(one))))}
    asked = [one for one in notifications if one.pk not in found]
    return found | _in_answers(asked, {one.pk: seats[_place(one)] for one in asked})


def _in_answers(notifications: Sequence[Notification], seats: Mapping[int, Seat]) -> dict[int, str]:
    return dict.fromkeys(put_in_answers(seats, notifications), "told in the answer")


def reminders_among(notifications: Sequence[Notification], now: datetime) -> dict[int, str]:
    """Those that have nothing to remind of any more, and why."""
    seats = _held_seats(notifications)
    return {one.pk: why for one in notifications if (why := _why_no_reminder(one, seats.get(_place(one)), now))}


def _why_no_turn(notification: Notification, seat: Seat | None) -> str:
    if seat is None:
        return "not seated"
    return "" if seat.waiting and seat.asked_number >= notification.data["number"] else "answered"


def _why_no_reminder(notification: Notification, seat: Seat | None, now: datetime) -> str:
    if seat is None:
        return "not seated"
    if not seat.waiting or seat.due_at is None or seat.asked_number != notification.data["number"]:
        return "answered"
    if notification.key != reminder_key(seat.game_id, seat.index, seat.due_at):
        return "deadline moved"
    return "too late" if seat.due_at <= now else ""


def timed_out(notification: Notification, now: datetime) -> str:
    return "" if _held_seat(notification) is not None else "not seated"


def kept(notification: Notification, now: datetime) -> str:
    open_tenures = Tenure.objects.filter(until=None, seat__game__status=Status.RUNNING)
    holder = open_tenures.filter(
        seat__game=number_in(notification.subject), seat__index=notification.data.get("seat")
    ).first()
    return "" if holder is not None and holder.began == TenureStart.KEPT else "taken back"


def standing_still(notification: Notification, now: datetime) -> str:
    """The same standstill: who comes back ends it, and the next one ends at another time."""
    game = Game.objects.filter(pk=number_in(notification.subject)).first()
    if game is None or not game.stands_still:
        return "goes on" if game is not None and game.is_running else "over"
    if game.is_paused:
        return "paused"
    if notification.key != standing_still_key(game.pk, notification.data["seat"], game.breaks_off_at):
        return "deadline moved"
    return kept(notification, now)


def substitute(notification: Notification, now: datetime) -> str:
    return "" if _held_seat(notification) is not None else "not seated"


def seat_lost(notification: Notification, now: datetime) -> str:
    """What has happened stays true, also when the game is over meanwhile."""
    return ""


def started(notification: Notification, now: datetime) -> str:
    return "" if _held_seat(notification) is not None else "not seated"


def invitation(notification: Notification, now: datetime) -> str:
    asked = Invitation.objects.select_related("game").filter(pk=number_in(notification.subject)).first()
    if asked is None or asked.state != InvitationState.OPEN:
        return "answered"
    return "" if asked.game.status in GATHERING else "table closed"


def invited_answer(notification: Notification, now: datetime) -> str:
    """What came of a mail stays so, while there is the invitation that it was about."""
    return "" if Invitation.objects.filter(pk=number_in(notification.subject)).exists() else "gone"


def options(notification: Notification, now: datetime) -> str:
    asks = Participant.objects.filter(game=number_in(notification.subject), user=notification.user_id, agreed=False)
    return "" if asks.filter(game__status__in=GATHERING).exists() else "answered"


def expiry(notification: Notification, now: datetime) -> str:
    game = Game.objects.filter(pk=number_in(notification.subject)).first()
    if game is None or game.status != Status.OPEN or game.expires_at is None:
        return "table closed"
    return "" if notification.key == expiry_key(game.pk, game.expires_at) else "deadline moved"


def over(notification: Notification, now: datetime) -> str:
    return (
        "" if Game.objects.filter(pk=number_in(notification.subject), status=Status.FINISHED).exists() else "not over"
    )


def talk(notification: Notification, now: datetime) -> str:
    """Something was said that he may read and has not read, from the line on of which the notification tells."""
    play = load(number_in(notification.subject))
    if notification.user is None or not unread_lines(play, notification.user, since=notification.data["number"]):
        return "read"
    return ""


def more_of_the_end(notification: Notification) -> bool:
    """Whether an app is about to add something to the end of the game."""
    return extensions.awaits(number_in(notification.subject))


SEAT = Columns(Seat)
_held = Prepared(
    lambda game, user: Seat.objects.filter(
        game=game, game__status=Status.RUNNING, tenures__user=user, tenures__until=None
    ).values_list(*SEAT.asked),
    2,
)


def _held_seat(notification: Notification) -> Seat | None:
    """The seat the notification speaks of, while the game runs and the notified user holds it."""
    if notification.user_id is None:
        return None
    held = (SEAT.take(row) for row in _held(number_in(notification.subject), notification.user_id))
    return next((seat for seat in held if seat.index == notification.data.get("seat")), None)


def _held_seats(notifications: Sequence[Notification]) -> dict[tuple[int, int, int], Seat]:
    """The seats of running games that those who are told hold now, by game, index and user; one statement for all."""
    places = [_place(one) for one in notifications if one.user_id is not None]
    held = Seat.objects.filter(
        game__in={game for game, _index, _user in places},
        game__status=Status.RUNNING,
        tenures__user__in={user for _game, _index, user in places},
        tenures__until=None,
    ).annotate(held_by=F("tenures__user_id"))
    return {(seat.game_id, seat.index, seat.held_by): seat for seat in held}


def _place(notification: Notification) -> tuple[int, int, int]:
    return number_in(notification.subject), notification.data["seat"], notification.user_id or 0


def answer(notification: Notification, now: datetime) -> str:
    """What came of a mail stays so, while there is the game that it was about."""
    return "" if Game.objects.filter(pk=number_in(notification.subject)).exists() else "gone"
