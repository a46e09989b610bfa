"""Invitations to people without an account are not kept for ever: somebody else typed their address."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Invitation

from .gathering import GATHERING

INVITATIONS = timedelta(days=90)
"""How long the address of somebody without an account is kept after he was invited, unless the table still gathers."""


def forget_strangers(*, now: datetime) -> int:
    """Throw away invitations to addresses that nobody has. Returns how many went."""
    old = Invitation.objects.filter(user=None, created_at__lt=now - INVITATIONS)
    return old.exclude(game__status__in=GATHERING).delete()[0]
