"""Sitting down at a table and getting up again, people and bots. Each function is one transaction."""

from collections.abc import Sequence
from datetime import datetime
from hmac import compare_digest

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Participant, Visibility
from games.tables.errors import NotAllowed, NotAtTable, TableFull

from .gathering import (
    BOT,
    check_bots,
    check_seen,
    free_seats,
    lock_hosted,
    lock_table,
    own_invitations,
    seat_user,
    settle,
)


@transaction.atomic
def join_table(*, game_id: int, user: User, now: datetime, token: str = "", seen: str | None = None) -> Game:
    """Sit down. Sitting there already changes nothing, so a double click joins once.

    `token` opens a table that is by link only, `seen` is the `terms_token` of the page. Raises TableClosed, TableFull,
    StaleTable, CannotSit, or NotAllowed without the link.
    """
    game = lock_table(game_id)
    if game.participants.filter(user=user).exists():
        return game
    invitation = game.invitations.filter(own_invitations(user)).first()
    by_link = compare_digest(token.encode(), game.link_token.encode())
    if game.visibility == Visibility.LINK and not by_link and invitation is None:
        raise NotAllowed(_("This table is private. You need its link to join."))
    check_seen(game, seen)
    if invitation is None and free_seats(game) <= 0:
        if game.participants.count() < game.players:
            raise TableFull(_("The remaining seats are reserved for invited players."))
        raise TableFull
    seat_user(game, user, invitation, now)
    settle(game, now)
    return game


@transaction.atomic
def leave_table(*, game_id: int, user: User, now: datetime) -> Game:
    """Get up again. The host cannot: he closes the table. Raises TableClosed, NotAtTable."""
    game = lock_table(game_id)
    if game.host_id == user.pk:
        raise NotAllowed(_("This is your table. Close it if you do not want to play."))
    if not game.participants.filter(user=user).delete()[0]:
        raise NotAtTable
    settle(game, now)
    return game


@transaction.atomic
def agree_to_options(*, game_id: int, user: User, now: datetime, seen: str | None = None) -> Game:
    """Stay, under the options as they are now. Raises StaleTable when they are no longer those `seen`."""
    game = lock_table(game_id)
    check_seen(game, seen)
    participant = game.participants.filter(user=user).first()
    if participant is None:
        raise NotAtTable
    if not participant.agreed:
        game.participants.filter(pk=participant.pk).update(agreed=True)
        settle(game, now)
    return game


@transaction.atomic
def remove_participant(*, game_id: int, host: User, participant_id: int, now: datetime) -> Game:
    """The host asks somebody, or a bot, to get up. One who is gone already changes nothing."""
    game = lock_hosted(game_id, host)
    leaving = game.participants.filter(pk=participant_id).exclude(user=host)
    if leaving.delete()[0]:
        settle(game, now)
    return game


@transaction.atomic
def add_bot(*, game_id: int, host: User, now: datetime, bot: str = BOT) -> Game:
    """Put the bot of this name on a free seat. Raises TableFull, UnknownBot."""
    game = lock_hosted(game_id, host)
    if free_seats(game) <= 0:
        raise TableFull
    seat_bots(game, [bot], now)
    settle(game, now)
    return game


@transaction.atomic
def fill_with_bots(*, game_id: int, host: User, now: datetime, bot: str = BOT) -> Game:
    """Put bots of one name on all seats that nobody has and that are kept for nobody. Raises TableFull when there is
    none, UnknownBot."""
    game = lock_hosted(game_id, host)
    free = free_seats(game)
    if free <= 0:
        raise TableFull
    seat_bots(game, [bot] * free, now)
    settle(game, now)
    return game


def seat_bots(game: Game, bots: Sequence[str], now: datetime) -> None:
    """Put these bots, each by its name, on seats that are free. The caller calls `settle`. Raises UnknownBot."""
    check_bots(bots)
    Participant.objects.bulk_create(Participant(game=game, bot=bot, joined_at=now) for bot in bots)
