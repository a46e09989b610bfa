"""Letting go of tables and games, when an account is about to be deleted."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.models import Game, Invitation, InvitationState, Participant
from games.play.seats import leave_games
from games.play.seen import forget_seen
from games.tables.errors import NotAtTable, TableClosed
from games.tables.services.sitting import leave_table

from .gathering import GATHERING, own_invitations
from .tables import close_table


def leave_everything(*, user: User, now: datetime) -> None:
    """Let go of every table and running game of an account that is about to be deleted, and of what it has seen."""
    leave_tables(user=user, now=now)
    leave_games(user=user, now=now)
    forget_seen(user=user)


def leave_tables(*, user: User, now: datetime) -> None:
    """Let go of all tables that have not begun, for an account that is about to be deleted, and of invitations."""
    rise(user=user, now=now)
    with transaction.atomic():
        Invitation.objects.filter(own_invitations(user)).update(state=InvitationState.DECLINED, answered_at=now)
        Invitation.objects.filter(user=user).update(email="")
        Invitation.objects.filter(inviter=user).exclude(word="").update(word="")
        if user.email:
            Invitation.objects.filter(user__isnull=True, email__iexact=user.email).delete()


def rise(*, user: User, now: datetime) -> None:
    """Get up from all tables that have not begun, also for who cannot come in for a while: the own ones close."""
    for game_id in list(Game.objects.filter(host=user, status__in=GATHERING).values_list("pk", flat=True)):
        _unless_begun(close_table, game_id=game_id, host=user, now=now)
    sits = Participant.objects.filter(user=user, game__status__in=GATHERING)
    for game_id in list(sits.values_list("game_id", flat=True)):
        _unless_begun(leave_table, game_id=game_id, user=user, now=now)


def _unless_begun(act: Callable[..., Game], **arguments: int | User | datetime) -> None:
    """What began or closed a moment ago is no longer ours: `leave_games` lets go of the seat."""
    with suppress(TableClosed, NotAtTable):
        act(**arguments)
