"""What staff may do. Who has which permission is the business of the roles (`moderation.roles`)."""

from __future__ import annotations

from accounts.models import User
from accounts.permissions import Rule
from moderation.actions import StaffAction


def _act_as_staff(user: User | None, act: type[StaffAction]) -> bool:
    return user is not None and user.is_active and user.is_staff and user.has_perm(act.permission)


RULES: tuple[tuple[str, Rule], ...] = (("act as staff", _act_as_staff),)
