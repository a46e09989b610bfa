"""Who was on the site of late."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User


def seen_since(users: Sequence[int], since: datetime) -> set[int]:
    """Those of these people who were seen on the day of `since` or later."""
    return set(User.objects.filter(pk__in=users, active_on__gte=since.date()).values_list("pk", flat=True))
