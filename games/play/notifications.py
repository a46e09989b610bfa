"""The notifications of games and tables, as unsaved rows.

Builders are pure: they read the rows they are given, and a service saves what they return with one
`notifications.services.queue` in its own transaction. Bots get no notifications.
A notification is a promise to look again, not an email: when it is due, `games.emails` says whether it is still true and whether
the player has the game open, and `notifications` whether they want to get it.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from accounts.models import User
from games.models import Game, Invitation, Proposal, Seat, TenureStart
from games.models.notification import APP, game_subject, invitation_subject
from games.play.positions import Play
from notifications.models import Notification
from notifications.services import notification_delay


class GameNotification(StrEnum):
    """What `games` notifies about. `games.emails` writes the emails."""

    YOUR_TURN = "your_turn"
    REMINDER = "reminder"
    TIMED_OUT = "timed_out"
    KEPT = "kept"
    STANDING_STILL = "standing_still"
    STARTED = "started"
    SUBSTITUTE = "substitute"
    SEAT_LOST = "seat_lost"
    OPEN_SEAT = "open_seat"
    INVITATION = "invitation"
    OPTIONS = "options"
    DEAL_WAITS = "deal_waits"
    EXPIRY = "expiry"
    OVER = "over"
    TALK = "talk"
    ANSWER = "answer"
    DESK = "desk_answer"
    INVITED_ANSWER = "invited_answer"
    UNREACHED = "unreached"
    STAFF_ACTED = "staff_acted"
    PROPOSAL = "proposal"
    PROPOSAL_CLOSED = "proposal_closed"


STANDSTILL_WARNING = timedelta(days=3)
"""How long before a game that nobody plays ends the owners of its seats are notified."""

EXPIRY_WARNING = timedelta(days=2)
"""How long before a table expires its host is notified."""


def reminder_key(game_id: int, seat: int, due_at: datetime) -> str:
    """Changes with the deadline, so that a reminder of an old one finds itself untrue."""
    return f"{GameNotification.REMINDER}:{game_id}:{seat}:{_stamp(due_at)}"


def standing_still_key(game_id: int, seat: int, at: datetime) -> str:
    """The key of the warning that the game ends then: when a player came back meanwhile, the next warning is another one."""
    return f"{GameNotification.STANDING_STILL}:{game_id}:{seat}:{_stamp(at)}"


def expiry_key(game_id: int, expires_at: datetime) -> str:
    return f"{GameNotification.EXPIRY}:{game_id}:{_stamp(expires_at)}"


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def build(kind: GameNotification, key: str, *, subject: str, at: datetime, **fields: Any) -> Notification:
    """An unsaved row of this kind. `key` tells it from others of its kind. It is due at once unless `due_at` is given."""
    fields.setdefault("due_at", at)
    return Notification(app=APP, kind=kind.value, key=f"{kind}:{key}", subject=subject, created_at=at, **fields)


def _about_seat(kind: GameNotification, game: Game, seat: int, user_id: int, number: int, at: datetime) -> Notification:
    """A notification about row `number` of the log, to a player of this seat."""
    data = {"seat": seat, "number": number}
    key = f"{game.pk}:{seat}:{number}"
    return build(kind, key, subject=game_subject(game.pk), at=at, data=data, user_id=user_id)


def your_turn(play: Play, seats: Iterable[Seat], *, now: datetime) -> list[Notification]:
    """Your turn, with its reminder, for each of `seats`: those to whom a new question is put now, their clock running.

    A seat that still has the question it had is not among them; one that is asked again by its own move is.
    Seats held by bots get nothing.
    """
    made: list[Notification] = []
    for seat in seats:
        user_id = play.holder(seat.index).user_id
        if user_id is not None and seat.waiting:
            turn = _about_seat(GameNotification.YOUR_TURN, play.game, seat.index, user_id, seat.asked_number, now)
            turn.due_at = now + notification_delay()
            made += [turn, *reminders(play, seat, now=now)]
    return made


def reminders(play: Play, seat: Seat, *, now: datetime) -> list[Notification]:
    """The reminder for the deadline of this seat; one for a former deadline finds itself untrue by its key."""
    game, user_id = play.game, play.holder(seat.index).user_id
    if user_id is None or seat.due_at is None or seat.running_since is None:
        return []
    reminder = _about_seat(GameNotification.REMINDER, game, seat.index, user_id, seat.asked_number, now)
    reminder.key = reminder_key(game.pk, seat.index, seat.due_at)
    reminder.due_at = game.clock.reminder_at(seat.running_since, seat.due_at)
    reminder.deadline = seat.due_at  # by which quiet hours are planned
    return [reminder]


def resumed(play: Play, *, now: datetime) -> list[Notification]:
    """A pause is over: the questions that were put before it are put again."""
    made = your_turn(play, play.seats, now=now)
    for notification in made:
        if notification.kind == GameNotification.YOUR_TURN:
            notification.key = f"{notification.key}:{_stamp(now)}"
    return made


def to_owner(kind: GameNotification, play: Play, seat: Seat, *, number: int, now: datetime) -> list[Notification]:
    """What happened to this seat with row `number` of the log, to its last player: the clock played for them (TIMED_OUT), a bot
    keeps the seat (KEPT), or they play on for somebody else (SUBSTITUTE)."""
    owner = play.owner(seat.index)
    return [] if owner is None else [_about_seat(kind, play.game, seat.index, owner.pk, number, now)]


def seat_lost(play: Play, before: Mapping[int, User | None], *, now: datetime) -> list[Notification]:
    """A director has given these seats to others; `before` has the people who held them."""
    kind = GameNotification.SEAT_LOST
    return [
        _about_seat(kind, play.game, index, user.pk, play.holder(index).since_number, now)
        for index, user in before.items()
        if user is not None
    ]


def proposal(play: Play, proposal: Proposal, *, now: datetime) -> list[Notification]:
    """To every player who has not agreed yet."""
    people = ((one.index, play.holder(one.index).user_id) for one in play.seats if one.index not in proposal.agreed)
    kind, number = GameNotification.PROPOSAL, proposal.number
    made = [_about_seat(kind, play.game, index, user, number, now) for index, user in people if user is not None]
    for one in made:
        one.due_at = min(now + notification_delay(), proposal.until)
    return made


def proposal_closed(play: Play, proposal: Proposal, outcome: str, *, now: datetime) -> list[Notification]:
    """To the player who made it, while they hold the seat: `outcome` is a VoteText."""
    holder, number = play.holder(proposal.seat), proposal.number
    if holder.user_id is None or holder.since_number >= number:
        return []
    told = _about_seat(GameNotification.PROPOSAL_CLOSED, play.game, proposal.seat, holder.user_id, number, now)
    told.due_at = now + notification_delay()
    told.data |= {"outcome": outcome, "kind": proposal.kind}
    return [told]


def open_seat(play: Play, seat: Seat, users: Iterable[int], *, now: datetime) -> list[Notification]:
    """The seat is open: to volunteers who might take it over."""
    number = play.holder(seat.index).since_number
    made = [_about_seat(GameNotification.OPEN_SEAT, play.game, seat.index, user, number, now) for user in users]
    for one in made:
        one.key = f"{one.key}:{one.user_id}"
    return made


def standing_still(play: Play, *, now: datetime) -> list[Notification]:
    """Nobody plays any more: the owners of seats that bots keep are notified a few days before the game ends."""
    at = _required(play.game.breaks_off_at)
    made = []
    for seat in play.seats:
        if play.holder(seat.index).began == TenureStart.KEPT:
            made += to_owner(GameNotification.STANDING_STILL, play, seat, number=play.game.version, now=now)
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
            made.append(_about_seat(GameNotification.OVER, game, seat.index, owner.pk, game.version, at))
    return made


def _was_played_out(play: Play, seat: Seat) -> bool:
    """Bots finished the game for the players who were still in it."""
    *earlier, last = play.tenures[seat.index]
    if last.began != TenureStart.PLAY_OUT or not earlier:
        return False
    return not earlier[-1].is_bot or earlier[-1].began == TenureStart.KEPT


def started(game: Game, people: Mapping[int, int]) -> list[Notification]:
    """The game has begun, to the `people` at the table, by seat. `game.started_at` is set."""
    at = _required(game.started_at)
    return [_about_seat(GameNotification.STARTED, game, seat, user, 0, at) for seat, user in people.items()]


def _required(at: datetime | None) -> datetime:
    if at is None:
        raise ValueError("There is nothing to tell yet: the time at which it happened is not set.")
    return at


def invitation(invitation: Invitation) -> Notification:
    """For a user, or an address without an account. Save the invitation first."""
    stranger = {} if invitation.user_id is not None else {"address": invitation.email, "language": invitation.language}
    return build(
        GameNotification.INVITATION,
        str(invitation.pk),
        subject=invitation_subject(invitation.pk),
        at=invitation.created_at,
        user_id=invitation.user_id,
        **stranger,
    )


def options_changed(game: Game, users: Iterable[int]) -> list[Notification]:
    """The host changed the table; these users are asked again whether they stay. `game.options_changed_at` is set.

    It waits like a question does, because a host who changes one option often changes the next.
    """
    at = _required(game.options_changed_at)
    kind, subject, due_at = GameNotification.OPTIONS, game_subject(game.pk), at + notification_delay()
    return [
        build(kind, f"{game.pk}:{user_id}:{_stamp(at)}", subject=subject, at=at, user_id=user_id, due_at=due_at)
        for user_id in users
    ]


def deal_waits(game: Game, users: Iterable[int]) -> list[Notification]:
    """The table is full, and these users' contributions to the deal are awaited. `game.sealed_at` is set. A page that is open opens
    them by itself, so it waits like a question does."""
    at = _required(game.sealed_at)
    kind, subject, due_at = GameNotification.DEAL_WAITS, game_subject(game.pk), at + notification_delay()
    return [
        build(kind, f"{game.pk}:{user_id}", subject=subject, at=at, user_id=user_id, due_at=due_at) for user_id in users
    ]


def expiry_warning(game: Game) -> list[Notification]:
    """Warn the host, `EXPIRY_WARNING` before `game.expires_at`, that the table will close. Queue it with that time.

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
