"""Notifications of games and tables, as unsaved rows.

Builders are pure: a service saves what they return with one `notifications.services.queue` in its transaction. Bots get
none. When a notification is due, `games.emails` says whether it is still true and whether the game is open on the player's
screen, and `notifications` whether they want it.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from accounts.models import User
from games.models import Game, Invitation, Seat, TenureStart
from games.models.notification import APP, game_subject, invitation_subject
from games.play.positions import Play
from notifications.models import Notification
from notifications.services import notification_delay


class GameNotification(StrEnum):
    """Kinds of notification of games; `games.emails` says what they say."""

    YOUR_TURN = "your_turn"
    REMINDER = "reminder"
    TIMED_OUT = "timed_out"
    KEPT = "kept"
    STANDING_STILL = "standing_still"
    STARTED = "started"
    SUBSTITUTE = "substitute"
    SEAT_LOST = "seat_lost"
    INVITATION = "invitation"
    OPTIONS = "options"
    EXPIRY = "expiry"
    OVER = "over"
    TALK = "talk"
    ANSWER = "answer"
    DESK = "desk_answer"
    INVITED_ANSWER = "invited_answer"
    UNREACHED = "unreached"
    STAFF_ACTED = "staff_acted"


People = Mapping[int, int]
"""Seat index -> id of the user who holds it now; seats held by bots are absent."""


def reminder_key(game_id: int, seat: int, due_at: datetime) -> str:
    """The key of the reminder for this deadline: when the deadline moves, it is another one."""
    return f"{GameNotification.REMINDER}:{game_id}:{seat}:{_stamp(due_at)}"


STANDSTILL_WARNING = timedelta(days=3)
"""How long before an idle game is abandoned the owners of its seats are warned."""


def standing_still_key(game_id: int, seat: int, at: datetime) -> str:
    """The key of this warning: if somebody returns meanwhile, the next one has another."""
    return f"{GameNotification.STANDING_STILL}:{game_id}:{seat}:{_stamp(at)}"


def asked(play: Play, seats: Iterable[Seat], *, now: datetime) -> list[Notification]:
    """Your turn, with its reminder, for each of `seats`: those to whom a new question is put now, their clock running.

    A seat that still ponders the question it had is not among them; one that is asked again by its own move is.
    Seats held by bots get nothing.
    """
    made: list[Notification] = []
    for seat in seats:
        holder = play.holder(seat.index)
        if holder.user_id is not None and seat.waiting:
            made += _question(play.game, seat, holder.user_id, now)
    return made


def _question(game: Game, seat: Seat, user_id: int, now: datetime) -> list[Notification]:
    turn = _seat_notification(GameNotification.YOUR_TURN, game, seat.index, user_id, seat.asked_number, now)
    turn.due_at = now + notification_delay()
    return [turn, *_reminder(game, seat, user_id, now)]


def _reminder(game: Game, seat: Seat, user_id: int, now: datetime) -> list[Notification]:
    if seat.due_at is None or seat.running_since is None:  # a question without a deadline has nothing to remind of
        return []
    reminder = _seat_notification(GameNotification.REMINDER, game, seat.index, user_id, seat.asked_number, now)
    # the deadline is the key: when it moves there is a new reminder, and the old one finds itself untrue
    reminder.key = reminder_key(game.pk, seat.index, seat.due_at)
    reminder.due_at = game.clock.reminder_at(seat.running_since, seat.due_at)
    reminder.deadline = seat.due_at  # by which quiet hours are planned
    return [reminder]


def reminders(play: Play, seat: Seat, *, now: datetime) -> list[Notification]:
    """The reminder for a deadline that has moved; the old one finds itself untrue."""
    holder = play.holder(seat.index)
    return [] if holder.user_id is None else _reminder(play.game, seat, holder.user_id, now)


def resumed(play: Play, *, now: datetime) -> list[Notification]:
    """A pause is over: the questions that were put before it are put again."""
    made = asked(play, play.seats, now=now)
    for notification in made:
        if notification.kind == GameNotification.YOUR_TURN:
            notification.key = f"{notification.key}:{_stamp(now)}"
    return made


def substitute(play: Play, seat: Seat, *, now: datetime) -> list[Notification]:
    """The holder of this seat has taken it over, from the last row of the log on."""
    return _to_owner(GameNotification.SUBSTITUTE, play, seat, play.holder(seat.index).since_number, now)


def seat_lost(play: Play, before: Mapping[int, User | None], *, now: datetime) -> list[Notification]:
    """A director has given these seats to others; `before` has their earlier players."""
    return [
        _seat_notification(GameNotification.SEAT_LOST, play.game, index, user.pk, play.holder(index).since_number, now)
        for index, user in before.items()
        if user is not None
    ]


def timed_out(play: Play, seat: Seat, *, number: int, now: datetime) -> list[Notification]:
    """The clock moved for the player of this seat; `number` is the log number of that move.

    If a bot holds the seat from then on, queue `kept` instead.
    """
    return _to_owner(GameNotification.TIMED_OUT, play, seat, number, now)


def kept(play: Play, seat: Seat, *, number: int, now: datetime) -> list[Notification]:
    """A bot holds this seat from log row `number` on; its owner can reclaim it."""
    return _to_owner(GameNotification.KEPT, play, seat, number, now)


def _to_owner(kind: GameNotification, play: Play, seat: Seat, number: int, now: datetime) -> list[Notification]:
    owner = play.owner(seat.index)
    return [] if owner is None else [_seat_notification(kind, play.game, seat.index, owner.pk, number, now)]


def standing_still(play: Play, *, now: datetime) -> list[Notification]:
    """No player is left: warns each owner of a seat that a bot holds, a few days before the game is abandoned."""
    at = _when(play.game.breaks_off_at)
    made = []
    for seat in play.seats:
        if play.holder(seat.index).began == TenureStart.KEPT:
            made += _to_owner(GameNotification.STANDING_STILL, play, seat, play.game.version, now)
            made[-1].key = standing_still_key(play.game.pk, seat.index, at)
            made[-1].due_at = at - STANDSTILL_WARNING
    return made


def over(play: Play) -> list[Notification]:
    """The game is over, with its result: to everybody who holds a seat, and to owners of seats that a bot only kept or
    that were played out."""
    game = play.game
    at = _when(game.finished_at)
    made = []
    for seat in play.seats:
        owner = play.owner(seat.index)
        if owner is not None and (play.eyes_of(owner) == seat.index or _was_played_out(play, seat)):
            made.append(_seat_notification(GameNotification.OVER, game, seat.index, owner.pk, game.version, at))
    return made


def _was_played_out(play: Play, seat: Seat) -> bool:
    """Whether bots finished the game for its last player."""
    *earlier, last = play.tenures[seat.index]
    if last.began != TenureStart.PLAY_OUT or not earlier:
        return False
    return not earlier[-1].is_bot or earlier[-1].began == TenureStart.KEPT


def started(game: Game, people: People) -> list[Notification]:
    """The game has begun, to everybody at the table. `game.started_at` is set."""
    at = _when(game.started_at)
    return [
        _seat_notification(GameNotification.STARTED, game, seat, user_id, 0, at) for seat, user_id in people.items()
    ]


def _when(at: datetime | None) -> datetime:
    if at is None:
        raise ValueError("There is nothing to tell yet: the time at which it happened is not set.")
    return at


def _seat_notification(
    kind: GameNotification, game: Game, seat: int, user_id: int, number: int, now: datetime
) -> Notification:
    """`number` is the log number that it speaks of."""
    data = {"seat": seat, "number": number}
    return Notification.to(user_id, APP, kind, game.pk, seat, number, subject=game_subject(game.pk), at=now, data=data)


EXPIRY_WARNING = timedelta(days=2)
"""How long before a table closes its host is warned."""


def invited(invitation: Invitation) -> Notification:
    """A user, or an address without an account, is invited to a table. The invitation is saved."""
    pk, user_id, at = invitation.pk, invitation.user_id, invitation.created_at
    to = {} if user_id is not None else {"address": invitation.email, "language": invitation.language}
    return Notification.to(user_id, APP, GameNotification.INVITATION, pk, subject=invitation_subject(pk), at=at, **to)


def options_changed(game: Game, users: Iterable[int]) -> list[Notification]:
    """The host changed the table; these users are asked again whether they stay. `game.options_changed_at` is set.

    It waits like a question does, because a host who changes one option often changes the next.
    """
    at = _when(game.options_changed_at)
    rest: dict[str, Any] = {"subject": game_subject(game.pk), "at": at, "due_at": at + notification_delay()}
    return [
        Notification.to(user_id, APP, GameNotification.OPTIONS, game.pk, user_id, _stamp(at), **rest)
        for user_id in users
    ]


def expiry_key(game_id: int, expires_at: datetime) -> str:
    """The key of the warning for this time of expiry."""
    return f"{GameNotification.EXPIRY}:{game_id}:{_stamp(expires_at)}"


def expiring(game: Game) -> list[Notification]:
    """Warns the host, `EXPIRY_WARNING` before `game.expires_at`, that their table will close. Queue it with that time.

    If the table starts, closes or gets more time before, the notification is dropped as untrue.
    """
    if game.expires_at is None:
        return []
    return [
        Notification(
            app=APP,
            kind=GameNotification.EXPIRY.value,
            key=expiry_key(game.pk, game.expires_at),
            subject=game_subject(game.pk),
            user_id=game.host_id,
            due_at=game.expires_at - EXPIRY_WARNING,
        )
    ]


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
