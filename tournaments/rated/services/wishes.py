"""What somebody wants to see of his own ratings."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from tournaments.models import HiddenRatings


@transaction.atomic
def hide_own(*, user: User, hidden: bool) -> None:
    """Show somebody no rating of his own, or show them again. Others see them as before."""
    if hidden:
        HiddenRatings.objects.get_or_create(user=user)
    else:
        HiddenRatings.objects.filter(user=user).delete()
