"""The notifications of games and tables, as unsaved rows.

Builders are pure: they read the rows they are given, and a service saves what they return with one
`notifications.services.queue` in its own transaction. Bots get no notifications.
A notification is a promise to look again, not an email: when it is due, `games.emails` says whether it is still true and whether
the player has the game open, and `notifications` whether they want to get it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum

from accounts.models import User
from games.models import Game, Invitation, Seat, TenureStart
from games.models.notification import APP, game_subject, invitation_subject
from games.play.positions import Play
from notifications.models import Notification
from notifications.services import notification_delay


class GameNotificationKind(StrEnum):
    """What `games` notifies about. `games.emails` writes the emails."""

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
    return f"{GameNotificationKind.REMINDER}:{game_id}:{seat}:{_stamp(due_at)}"


STANDSTILL_WARNING = timedelta(days=3)
"""How long before a game that nobody plays ends the owners of its seats are notified."""


def standing_still_key(game_id: int, seat: int, at: datetime) -> str:
    """The key of the warning that the game ends then: when a player came back meanwhile, the next warning is another one."""
    return f"{GameNotificationKind.STANDING_STILL}:{game_id}:{seat}:{_stamp(at)}"


def your_turn(play: Play, seats: Iterable[Seat], *, now: datetime) -> list[Notification]:
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
    turn = _seat_notification(GameNotificationKind.YOUR_TURN, game, seat.index, user_id, seat.asked_number, now)
    turn.due_at = now + notification_delay()
    return [turn, *_reminder(game, seat, user_id, now)]


def _reminder(game: Game, seat: Seat, user_id: int, now: datetime) -> list[Notification]:
    if seat.due_at is None or seat.running_since is None:  # a question without a deadline has nothing to remind of
        return []
    reminder = _seat_notification(GameNotificationKind.REMINDER, game, seat.index, user_id, seat.asked_number, now)
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
    made = your_turn(play, play.seats, now=now)
    for notification in made:
        if notification.kind == GameNotificationKind.YOUR_TURN:
            notification.key = f"{notification.key}:{_stamp(now)}"
    return made


def substituted(play: Play, seat: Seat, *, now: datetime) -> list[Notification]:
    """The holder of this seat plays on for somebody else from the last row of the log on."""
    return _to_owner(GameNotificationKind.SUBSTITUTE, play, seat, play.holder(seat.index).since_number, now)


def seat_lost(play: Play, before: Mapping[int, User | None], *, now: datetime) -> list[Notification]:
    """A director has given these seats to others; `before` has the people who held them."""
    return [
        _seat_notification(
            GameNotificationKind.SEAT_LOST, play.game, index, user.pk, play.holder(index).since_number, now
        )
        for index, user in before.items()
        if user is not None
    ]


def timed_out(play: Play, seat: Seat, *, number: int, now: datetime) -> list[Notification]:
    """The clock played for the person in this seat; `number` is the log number of the move it played.

    When that was one miss too many and a bot keeps the seat now, tell `kept` instead.
    """
    return _to_owner(GameNotificationKind.TIMED_OUT, play, seat, number, now)


def seat_kept(play: Play, seat: Seat, *, number: int, now: datetime) -> list[Notification]:
    """From log row `number` on a bot keeps this seat; its owner, who may take it back, is notified."""
    return _to_owner(GameNotificationKind.KEPT, play, seat, number, now)


def _to_owner(kind: GameNotificationKind, play: Play, seat: Seat, number: int, now: datetime) -> list[Notification]:
    owner = play.owner(seat.index)
    return [] if owner is None else [_seat_notification(kind, play.game, seat.index, owner.pk, number, now)]


def standing_still(play: Play, *, now: datetime) -> list[Notification]:
    """Nobody plays any more: the owners of seats that bots keep are notified a few days before the game ends."""
    at = _required(play.game.breaks_off_at)
    made = []
    for seat in play.seats:
        if play.holder(seat.index).began == TenureStart.KEPT:
            made += _to_owner(GameNotificationKind.STANDING_STILL, play, seat, play.game.version, now)
            made[-1].key = standing_still_key(play.game.pk, seat.index, at)
            made[-1].due_at = at - STANDSTILL_WARNING
    return made


def game_over(play: Play) -> list[Notification]:
    """The game is over, with its result: to all who hold a seat, and to owners of seats that a bot kept or played out."""
    game = play.game
    at = _required(game.finished_at)
    made = []
    for seat in play.seats:
        owner = play.owner(seat.index)
        if owner is not None and (play.eyes_of(owner) == seat.index or _was_played_out(play, seat)):
            made.append(_seat_notification(GameNotificationKind.OVER, game, seat.index, owner.pk, game.version, at))
    return made


def _was_played_out(play: Play, seat: Seat) -> bool:
    """Bots finished the game for the players who were still in it."""
    *earlier, last = play.tenures[seat.index]
    if last.began != TenureStart.PLAY_OUT or not earlier:
        return False
    return not earlier[-1].is_bot or earlier[-1].began == TenureStart.KEPT


def started(game: Game, people: People) -> list[Notification]:
    """The game has begun, to everybody at the table. `game.started_at` is set."""
    at = _required(game.started_at)
    return [
        _seat_notification(GameNotificationKind.STARTED, game, seat, user_id, 0, at) for seat, user_id in people.items()
    ]


def _required(at: datetime | None) -> datetime:
    if at is None:
        raise ValueError("There is nothing to tell yet: the time at which it happened is not set.")
    return at


def _seat_notification(
    kind: GameNotificationKind, game: Game, seat: int, user_id: int, number: int, now: datetime
) -> Notification:
    """`number` is the log number that it speaks of."""
    return Notification(
        app=APP,
        kind=kind.value,
        key=f"{kind}:{game.pk}:{seat}:{number}",
        subject=game_subject(game.pk),
        data={"seat": seat, "number": number},
        user_id=user_id,
        created_at=now,
        due_at=now,
    )


EXPIRY_WARNING = timedelta(days=2)
"""How long before a table expires its host is notified."""


def invitation(invitation: Invitation) -> Notification:
    """Somebody is invited to a table: a user, or an address without an account. The invitation is saved before."""
    is_user = invitation.user_id is not None
    return Notification(
        app=APP,
        kind=GameNotificationKind.INVITATION.value,
        key=f"{GameNotificationKind.INVITATION}:{invitation.pk}",
        subject=invitation_subject(invitation.pk),
        user_id=invitation.user_id,
        address="" if is_user else invitation.email,
        language="" if is_user else invitation.language,
        created_at=invitation.created_at,
        due_at=invitation.created_at,
    )


def options_changed(game: Game, users: Iterable[int]) -> list[Notification]:
    """The host changed the table; these users are asked again whether they stay. `game.options_changed_at` is set.

    It waits like a question does, because a host who changes one option often changes the next.
    """
    at = _required(game.options_changed_at)
    return [
        Notification(
            app=APP,
            kind=GameNotificationKind.OPTIONS.value,
            key=f"{GameNotificationKind.OPTIONS}:{game.pk}:{user_id}:{_stamp(at)}",
            subject=game_subject(game.pk),
            user_id=user_id,
            created_at=at,
            due_at=at + notification_delay(),
        )
        for user_id in users
    ]


def expiry_key(game_id: int, expires_at: datetime) -> str:
    """The key of the warning for this time of expiry."""
    return f"{GameNotificationKind.EXPIRY}:{game_id}:{_stamp(expires_at)}"


def expiry_warning(game: Game) -> list[Notification]:
    """Warn the host, `EXPIRY_WARNING` before `game.expires_at`, that the table will close. Queue it with that time.

    When the table starts, closes or gets more time before, the notification finds itself untrue and is dropped.
    """
    if game.expires_at is None:
        return []
    return [
        Notification(
            app=APP,
            kind=GameNotificationKind.EXPIRY.value,
            key=expiry_key(game.pk, game.expires_at),
            subject=game_subject(game.pk),
            user_id=game.host_id,
            due_at=game.expires_at - EXPIRY_WARNING,
        )
    ]


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
