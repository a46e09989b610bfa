"""What is to be told to whom, as unsaved `Notice` rows.

Builders are pure: they read the rows they are given and a service saves what they return with one `queue` in its own
transaction. Bots get no notices: `people` names the user of each seat that a person holds, and bots are simply not in it.
A notice is a promise to look again, not a mail: `games.bundling` asks whether it is still true, whether the player
wants to be told, and whether the game lies open before his eyes.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.conf import settings

from games.models import Game, Invitation, Kind, Notice, Seat

People = Mapping[int, int]
"""Seat index -> id of the user who holds it now; seats held by bots are absent."""

EXPIRY_WARNING = timedelta(days=2)
"""How long before a table expires its host is told."""


def notice_delay() -> timedelta:
    """How long a new question waits before it becomes a mail, so that being asked again meanwhile is one mail."""
    return timedelta(seconds=getattr(settings, "NOTICE_DELAY", 120))


def queue(notices: Iterable[Notice]) -> None:
    """Save notices in one statement. One that is already there (same `key`) stays as it is."""
    rows = list(notices)
    if rows:
        Notice.objects.bulk_create(rows, ignore_conflicts=True)


def after_move(
    *, game: Game, seats: Iterable[Seat], people: People, asked_before: Mapping[int, int], now: datetime
) -> list[Notice]:
    """Your turn, with its reminder, for every person to whom a new question is put.

    `seats` and `game` are as they are after the change; `asked_before` is seat index -> `asked_number` of the seats
    that were waited for before it ({} at the start of a game). A seat that still ponders the same question gets
    nothing; one that is asked again, even by its own move, gets a new notice. Call it after everything that may put
    a question to a person: moves, timeouts, the start, a seat taken back.
    """
    made: list[Notice] = []
    for seat in seats:
        user_id = people.get(seat.index)
        is_new = seat.waiting and asked_before.get(seat.index) != seat.asked_number
        if user_id is not None and is_new:
            made += _question(game, seat, user_id, now)
    return made


def _question(game: Game, seat: Seat, user_id: int, now: datetime) -> list[Notice]:
    here = {"game": game, "user_id": user_id, "seat": seat.index, "number": seat.asked_number, "created_at": now}
    turn = Notice(
        key=f"your_turn:{game.pk}:{seat.index}:{seat.asked_number}",
        kind=Kind.YOUR_TURN,
        due_at=now + notice_delay(),
        **here,
    )
    if seat.due_at is None or seat.running_since is None:  # a game without deadlines has nothing to remind of
        return [turn]
    # the deadline is part of the key: when it moves, there is a new reminder, and the old one finds itself untrue
    reminder = Notice(
        key=f"reminder:{game.pk}:{seat.index}:{seat.due_at.isoformat()}",
        kind=Kind.REMINDER,
        due_at=game.clock.reminder_at(seat.running_since, seat.due_at),
        **here,
    )
    return [turn, reminder]


def started(*, game: Game, people: People) -> list[Notice]:
    """The game has begun, to everybody at the table. `game.started_at` is set."""
    return _to_seats(Kind.STARTED, game, people, game.started_at)


def over(*, game: Game, people: People) -> list[Notice]:
    """The game is over, with its result. `people` may also name the owners of seats that a bot kept at the end."""
    return _to_seats(Kind.OVER, game, people, game.finished_at)


def _to_seats(kind: Kind, game: Game, people: People, at: datetime | None) -> list[Notice]:
    return [
        Notice(
            key=f"{kind.value}:{game.pk}:{user_id}",
            kind=kind,
            game=game,
            user_id=user_id,
            seat=seat,
            number=game.version,
            due_at=at,
            **({"created_at": at} if at else {}),
        )
        for seat, user_id in people.items()
    ]


def timed_out(*, game: Game, seat: int, user_id: int, number: int, now: datetime) -> Notice:
    """The clock played for this seat; `number` is the log number of the move it played.

    When that was one miss too many and a bot keeps the seat now, tell `kept` instead.
    """
    return _seat_notice(Kind.TIMED_OUT, game, seat, user_id, number, now)


def kept(*, game: Game, seat: int, user_id: int, number: int, now: datetime) -> Notice:
    """A bot keeps the seat of `user_id` from log row `number` on; he can take it back."""
    return _seat_notice(Kind.KEPT, game, seat, user_id, number, now)


def _seat_notice(kind: Kind, game: Game, seat: int, user_id: int, number: int, now: datetime) -> Notice:
    return Notice(
        key=f"{kind.value}:{game.pk}:{seat}:{number}",
        kind=kind,
        game=game,
        user_id=user_id,
        seat=seat,
        number=number,
        created_at=now,
        due_at=now,
    )


def invited(invitation: Invitation) -> Notice:
    """Somebody is asked to a table: a user, or an address that has no account yet. The invitation is saved before."""
    return Notice(
        key=f"invitation:{invitation.pk}",
        kind=Kind.INVITATION,
        game_id=invitation.game_id,
        user_id=invitation.user_id,
        invitation=invitation,
        created_at=invitation.created_at,
        due_at=invitation.created_at,
    )


def options_changed(game: Game, users: Iterable[int]) -> list[Notice]:
    """The host changed the table; these users are asked again whether they stay. `game.options_changed_at` is set.

    It waits like a question does, because a host who changes one option often changes the next.
    """
    at = game.options_changed_at
    if at is None:
        raise ValueError("options_changed_at is not set: nothing has changed at this table.")
    return [
        Notice(
            key=f"options:{game.pk}:{user_id}:{at.isoformat()}",
            kind=Kind.OPTIONS,
            game=game,
            user_id=user_id,
            created_at=at,
            due_at=at + notice_delay(),
        )
        for user_id in users
    ]


def expiring(game: Game) -> list[Notice]:
    """Tells the host, `EXPIRY_WARNING` before `game.expires_at`, that his table will close. Queue it when that time is set.

    When the table starts, closes or gets more time before, the notice finds itself untrue and is dropped.
    """
    if game.expires_at is None:
        return []
    return [
        Notice(
            key=f"expiry:{game.pk}:{game.expires_at.isoformat()}",
            kind=Kind.EXPIRY,
            game=game,
            user_id=game.host_id,
            due_at=game.expires_at - EXPIRY_WARNING,
        )
    ]
