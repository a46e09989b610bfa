"""An act is done: the right looked at, then what the app does, then the row of the trail; all of it or nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from accounts.permissions import can
from moderation.actions import Act, Order
from moderation.errors import NotAllowed, NotNow, OwnMatter, ReasonMissing
from moderation.models import TrailRow
from moderation.registry import key_of, subjects

from .trail import write


def carry_out(*, act: Act, number: int, by: User, reason: str, values: Mapping[str, Any], now: datetime) -> TrailRow:
    """Do it and write it into the trail.

    Raises NotAllowed for who has no such role, OwnMatter for who has a part in it, ReasonMissing, NotNow where it is not offered,
    and the refusals of the act.
    """
    check_right(act, number, by)
    words = reason.strip()
    if not words:
        raise ReasonMissing
    if not act.is_open(number, now):
        raise NotNow
    order = Order(number, by, words, values, now)
    with transaction.atomic():
        change = act.do(order)
        row = write(
            act=act.name,
            by=by,
            about=key_of(act.subject, number),
            reason="\n".join(filter(None, (words, change.words))),
            now=now,
            before=change.before,
            after=change.after,
        )
    if act.afterwards is not None:
        act.afterwards(order)
    return row


def check_right(act: Act, number: int, by: User) -> None:
    """Raises NotAllowed or OwnMatter."""
    if not can(by, "act as staff", act):
        raise NotAllowed
    if subjects()[act.subject].is_own(number, by):
        raise OwnMatter
