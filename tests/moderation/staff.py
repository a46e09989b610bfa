"""Staff for tests: accounts with a role, and acts carried out as the page does it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group

from accounts.models import User
from moderation import permissions
from moderation.actions import actions, carry_out
from moderation.models import TrailRow
from tests.people import person

REASON = "Somebody asked for it."


def staff(name: str, *of: str) -> User:
    """Somebody with these roles."""
    permissions.ensure_roles()
    user = person(name, is_staff=True)
    user.groups.add(*Group.objects.filter(name__in=of))
    return User.objects.get(pk=user.pk)


def act(of: str, number: int, by: User, now: datetime, **values: Any) -> TrailRow:
    return carry_out(act=actions()[of], number=number, by=by, reason=REASON, values=values, now=now)
