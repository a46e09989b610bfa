"""What a table that gathers players has to tell to whom, as unsaved rows (see `games.play.notifications`)."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from games.models import Game, Invitation, Kind
from games.models.notification import APP, game_subject, invitation_subject
from notifications.models import Notification
from notifications.services import notification_delay

EXPIRY_WARNING = timedelta(days=2)
"""How long before a table expires its host is told."""


def invited(invitation: Invitation) -> Notification:
    """Somebody is asked to a table: a user, or an address that has no account yet. The invitation is saved before."""
    is_user = invitation.user_id is not None
    return Notification(
        app=APP,
        kind=Kind.INVITATION.value,
        key=f"{Kind.INVITATION}:{invitation.pk}",
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
    at = game.options_changed_at
    if at is None:
        raise ValueError("There is nothing to tell yet: the time at which it happened is not set.")
    return [
        Notification(
            app=APP,
            kind=Kind.OPTIONS.value,
            key=f"{Kind.OPTIONS}:{game.pk}:{user_id}:{_stamp(at)}",
            subject=game_subject(game.pk),
            user_id=user_id,
            created_at=at,
            due_at=at + notification_delay(),
        )
        for user_id in users
    ]


def expiry_key(game_id: int, expires_at: datetime) -> str:
    """The key of the warning for this time of expiry."""
    return f"{Kind.EXPIRY}:{game_id}:{_stamp(expires_at)}"


def expiring(game: Game) -> list[Notification]:
    """Tells the host, `EXPIRY_WARNING` before `game.expires_at`, that his table will close. Queue it with that time.

    When the table starts, closes or gets more time before, the notification finds itself untrue and is dropped.
    """
    if game.expires_at is None:
        return []
    return [
        Notification(
            app=APP,
            kind=Kind.EXPIRY.value,
            key=expiry_key(game.pk, game.expires_at),
            subject=game_subject(game.pk),
            user_id=game.host_id,
            due_at=game.expires_at - EXPIRY_WARNING,
        )
    ]


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()
