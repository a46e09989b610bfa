"""Accounts for which a program decides, with an operator's leave. The name says so wherever the account is shown: it ends with
a sign that no name has which somebody chooses. They play no rated games and enter no tournaments."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.names import LONGEST, check_name, tidy_name

MARK = " (bot)"


def marked(name: str) -> str:
    """What an account is called for which a program decides."""
    return f"{name.removesuffix(MARK)[: LONGEST - len(MARK)].rstrip()}{MARK}"


@transaction.atomic
def allow(user: User, *, name: str = "", now: datetime) -> None:
    """From now on a program plays for this account; `name` is what it shall be called, without the mark. Twice is as once.

    Raises ValidationError where the name is none that one may have, too long with the mark, or somebody's.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    called = tidy_name(name or user.display_name.removesuffix(MARK))
    check_name(called)
    user.display_name = marked(called)
    user.bot_since = user.bot_since or now
    user.clean()  # somebody may have this name
    user.save(update_fields=["display_name", "bot_since"])


@transaction.atomic
def end(user: User) -> None:
    """A person again. Raises ValidationError where somebody has the name by now."""
    user = User.objects.select_for_update().get(pk=user.pk)
    user.display_name, user.bot_since = user.display_name.removesuffix(MARK), None
    user.clean()
    user.save(update_fields=["display_name", "bot_since"])
