"""What players and directors wrote to each other in confidence, and addresses that directors typed, go with time."""

from __future__ import annotations

from datetime import datetime, timedelta

from tournaments.models import Report, TournamentInvitation, TournamentState

REPORTS = timedelta(days=180)
"""How long a report to the directors is kept after its answer."""
INVITATIONS = timedelta(days=90)
"""How long the address of somebody without an account is kept after he was invited, unless the tournament still gathers."""


def forget_answered(*, now: datetime) -> int:
    """Throw away reports that were answered so long ago. Returns how many went."""
    return Report.objects.filter(answered_at__lt=now - REPORTS).delete()[0]


def forget_strangers(*, now: datetime) -> int:
    """Throw away invitations to addresses that nobody has. Returns how many went."""
    old = TournamentInvitation.objects.filter(user=None, created_at__lt=now - INVITATIONS)
    return old.exclude(tournament__state__in=(TournamentState.DRAFT, TournamentState.OPEN)).delete()[0]
