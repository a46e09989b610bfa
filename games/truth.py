"""Whether what a notice says is still so. Asked when it is due, and once more before its mail is sent."""

from datetime import datetime

from games.models import Game, InvitationState, Kind, Notice, Participant, Seat, Status, Tenure, TenureStart
from games.notices import expiry_key, reminder_key

GATHERING = (Status.OPEN, Status.FULL)


def why_untrue(notice: Notice, now: datetime) -> str:
    """Why there is nothing left to tell, as a short reason for `Notice.dropped`; empty while the notice is true."""
    return _CHECKS[Kind(notice.kind)](notice, now)


def _your_turn(notice: Notice, now: datetime) -> str:
    """Still asked: the same question or, if that was answered meanwhile, a newer one."""
    seat = _held_seat(notice)
    if seat is None:
        return "not seated"
    return "" if seat.waiting and seat.asked_number >= notice.number else "answered"


def _reminder(notice: Notice, now: datetime) -> str:
    seat = _held_seat(notice)
    if seat is None:
        return "not seated"
    if not seat.waiting or seat.due_at is None or seat.asked_number != notice.number:
        return "answered"
    if notice.key != reminder_key(seat.game_id, seat.index, seat.due_at):
        return "deadline moved"
    if seat.due_at <= now:
        return "too late"
    return ""


def _timed_out(notice: Notice, now: datetime) -> str:
    return "" if _held_seat(notice) is not None else "not seated"


def _kept(notice: Notice, now: datetime) -> str:
    holder = _holder(notice)
    return "" if holder is not None and holder.began == TenureStart.KEPT else "taken back"


def _started(notice: Notice, now: datetime) -> str:
    return "" if _held_seat(notice) is not None else "not seated"


def _invitation(notice: Notice, now: datetime) -> str:
    invitation = notice.invitation
    if invitation is None or invitation.state != InvitationState.OPEN:
        return "answered"
    return "" if invitation.game.status in GATHERING else "table closed"


def _options(notice: Notice, now: datetime) -> str:
    asks = Participant.objects.filter(game=notice.game_id, user=notice.user_id, agreed=False)
    return "" if asks.filter(game__status__in=GATHERING).exists() else "answered"


def _expiry(notice: Notice, now: datetime) -> str:
    game = notice.game
    if game is None or game.status != Status.OPEN or game.expires_at is None:
        return "table closed"
    return "" if notice.key == expiry_key(game.pk, game.expires_at) else "deadline moved"


def _over(notice: Notice, now: datetime) -> str:
    return "" if Game.objects.filter(pk=notice.game_id, status=Status.FINISHED).exists() else "not over"


def _held_seat(notice: Notice) -> Seat | None:
    """The seat the notice speaks of, while the game runs and the notified user holds it."""
    if notice.seat is None:
        return None
    return Seat.objects.filter(
        game=notice.game_id,
        index=notice.seat,
        game__status=Status.RUNNING,
        tenures__user=notice.user_id,
        tenures__until=None,
    ).first()


def _holder(notice: Notice) -> Tenure | None:
    if notice.seat is None:
        return None
    open_tenures = Tenure.objects.filter(until=None, seat__game__status=Status.RUNNING)
    return open_tenures.filter(seat__game=notice.game_id, seat__index=notice.seat).first()


_CHECKS = {
    Kind.YOUR_TURN: _your_turn,
    Kind.REMINDER: _reminder,
    Kind.TIMED_OUT: _timed_out,
    Kind.KEPT: _kept,
    Kind.STARTED: _started,
    Kind.INVITATION: _invitation,
    Kind.OPTIONS: _options,
    Kind.EXPIRY: _expiry,
    Kind.OVER: _over,
}
