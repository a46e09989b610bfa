"""Whether what a notice says is still so. Asked when it is due, and once more before its mail is sent.

Each answers why there is nothing left to tell, as a short reason for `Notice.dropped`; empty while the notice is true.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db.models import F

from games import extensions
from games.letters.in_answers import put_in_answers
from games.models import Game, Invitation, InvitationState, Participant, Seat, Status, Tenure, TenureStart
from games.models.notice import number_in
from games.play.notices import reminder_key, standing_still_key
from games.play.positions import load
from games.tables.notices import expiry_key
from games.talk.unread import unread_lines
from notices.models import Notice
from statements.prepared import Columns, Prepared

GATHERING = (Status.OPEN, Status.FULL)


def your_turn(notice: Notice, now: datetime) -> str:
    """Still asked: the same question or, if that was answered meanwhile, a newer one; and by no answer to a mail."""
    seat = _held_seat(notice)
    why = _why_no_turn(notice, seat)
    return why if seat is None or why else _in_answers([notice], {notice.pk: seat}).get(notice.pk, "")


def reminder(notice: Notice, now: datetime) -> str:
    return _why_no_reminder(notice, _held_seat(notice), now)


def turns_among(notices: Sequence[Notice], now: datetime) -> dict[int, str]:
    """Those that ask for nothing any more, and why."""
    seats = _held_seats(notices)
    found = {one.pk: why for one in notices if (why := _why_no_turn(one, seats.get(_place(one))))}
    asked = [one for one in notices if one.pk not in found]
    return found | _in_answers(asked, {one.pk: seats[_place(one)] for one in asked})


def _in_answers(notices: Sequence[Notice], seats: Mapping[int, Seat]) -> dict[int, str]:
    return dict.fromkeys(put_in_answers(seats, notices), "told in the answer")


def reminders_among(notices: Sequence[Notice], now: datetime) -> dict[int, str]:
    """Those that have nothing to remind of any more, and why."""
    seats = _held_seats(notices)
    return {one.pk: why for one in notices if (why := _why_no_reminder(one, seats.get(_place(one)), now))}


def _why_no_turn(notice: Notice, seat: Seat | None) -> str:
    if seat is None:
        return "not seated"
    return "" if seat.waiting and seat.asked_number >= notice.data["number"] else "answered"


def _why_no_reminder(notice: Notice, seat: Seat | None, now: datetime) -> str:
    if seat is None:
        return "not seated"
    if not seat.waiting or seat.due_at is None or seat.asked_number != notice.data["number"]:
        return "answered"
    if notice.key != reminder_key(seat.game_id, seat.index, seat.due_at):
        return "deadline moved"
    return "too late" if seat.due_at <= now else ""


def timed_out(notice: Notice, now: datetime) -> str:
    return "" if _held_seat(notice) is not None else "not seated"


def kept(notice: Notice, now: datetime) -> str:
    open_tenures = Tenure.objects.filter(until=None, seat__game__status=Status.RUNNING)
    holder = open_tenures.filter(seat__game=number_in(notice.subject), seat__index=notice.data.get("seat")).first()
    return "" if holder is not None and holder.began == TenureStart.KEPT else "taken back"


def standing_still(notice: Notice, now: datetime) -> str:
    """The same standstill: who comes back ends it, and the next one ends at another time."""
    game = Game.objects.filter(pk=number_in(notice.subject)).first()
    if game is None or not game.stands_still:
        return "goes on" if game is not None and game.is_running else "over"
    if game.is_paused:
        return "paused"
    if notice.key != standing_still_key(game.pk, notice.data["seat"], game.breaks_off_at):
        return "deadline moved"
    return kept(notice, now)


def substitute(notice: Notice, now: datetime) -> str:
    return "" if _held_seat(notice) is not None else "not seated"


def seat_lost(notice: Notice, now: datetime) -> str:
    """What has happened stays true, also when the game is over meanwhile."""
    return ""


def started(notice: Notice, now: datetime) -> str:
    return "" if _held_seat(notice) is not None else "not seated"


def invitation(notice: Notice, now: datetime) -> str:
    asked = Invitation.objects.select_related("game").filter(pk=number_in(notice.subject)).first()
    if asked is None or asked.state != InvitationState.OPEN:
        return "answered"
    return "" if asked.game.status in GATHERING else "table closed"


def invited_answer(notice: Notice, now: datetime) -> str:
    """What came of a mail stays so, while there is the invitation that it was about."""
    return "" if Invitation.objects.filter(pk=number_in(notice.subject)).exists() else "gone"


def options(notice: Notice, now: datetime) -> str:
    asks = Participant.objects.filter(game=number_in(notice.subject), user=notice.user_id, agreed=False)
    return "" if asks.filter(game__status__in=GATHERING).exists() else "answered"


def expiry(notice: Notice, now: datetime) -> str:
    game = Game.objects.filter(pk=number_in(notice.subject)).first()
    if game is None or game.status != Status.OPEN or game.expires_at is None:
        return "table closed"
    return "" if notice.key == expiry_key(game.pk, game.expires_at) else "deadline moved"


def over(notice: Notice, now: datetime) -> str:
    return "" if Game.objects.filter(pk=number_in(notice.subject), status=Status.FINISHED).exists() else "not over"


def talk(notice: Notice, now: datetime) -> str:
    """Something was said that he may read and has not read, from the line on of which the notice tells."""
    play = load(number_in(notice.subject))
    if notice.user is None or not unread_lines(play, notice.user, since=notice.data["number"]):
        return "read"
    return ""


def more_of_the_end(notice: Notice) -> bool:
    """Whether an app is about to add something to the end of the game."""
    return extensions.awaits(number_in(notice.subject))


SEAT = Columns(Seat)
_held = Prepared(
    lambda game, user: Seat.objects.filter(
        game=game, game__status=Status.RUNNING, tenures__user=user, tenures__until=None
    ).values_list(*SEAT.asked),
    2,
)


def _held_seat(notice: Notice) -> Seat | None:
    """The seat the notice speaks of, while the game runs and the notified user holds it."""
    if notice.user_id is None:
        return None
    held = (SEAT.take(row) for row in _held(number_in(notice.subject), notice.user_id))
    return next((seat for seat in held if seat.index == notice.data.get("seat")), None)


def _held_seats(notices: Sequence[Notice]) -> dict[tuple[int, int, int], Seat]:
    """The seats of running games that those who are told hold now, by game, index and user; one statement for all."""
    places = [_place(one) for one in notices if one.user_id is not None]
    held = Seat.objects.filter(
        game__in={game for game, _index, _user in places},
        game__status=Status.RUNNING,
        tenures__user__in={user for _game, _index, user in places},
        tenures__until=None,
    ).annotate(held_by=F("tenures__user_id"))
    return {(seat.game_id, seat.index, seat.held_by): seat for seat in held}


def _place(notice: Notice) -> tuple[int, int, int]:
    return number_in(notice.subject), notice.data["seat"], notice.user_id or 0


def answer(notice: Notice, now: datetime) -> str:
    """What came of a mail stays so, while there is the game that it was about."""
    return "" if Game.objects.filter(pk=number_in(notice.subject)).exists() else "gone"
