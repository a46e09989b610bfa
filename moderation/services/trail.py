"""The trail of staff: rows are added, and nothing else happens to them but that words are erased with an account."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import models, transaction

from accounts.models import User
from moderation import chain
from moderation.models import Head, TrailRow

LABEL = "stpete-staff/1"


def write(
    *,
    act: str,
    by: User,
    about: str,
    reason: str,
    now: datetime,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
) -> TrailRow:
    """Add a row, in the transaction of what it tells and after all else: the head of the chain is the last lock."""
    Head.objects.get_or_create(pk=1)
    head = Head.objects.select_for_update().get(pk=1)
    salt = secrets.token_hex(16)
    row = TrailRow(
        number=head.rows + 1,
        at=now,
        by=by,
        act=act,
        about=about,
        before=dict(before),
        after=dict(after),
        reason=reason,
        salt=salt,
        reason_digest=chain.digest_of_reason(salt, reason),
    )
    row.digest = chain.digest_of(LABEL, head.digest, row.number, act, row.covered, row.reason_digest)
    row.save()
    head.rows, head.digest = row.number, row.digest
    head.save()
    return row


def broken_at() -> int | None:
    """The number of the first row that does not follow, also where rows are missing at the end; None in a whole chain."""
    rows = list(TrailRow.objects.order_by("number"))
    wrong = chain.broken_at(LABEL, ((row, row.act, row.covered) for row in rows))
    head = Head.objects.filter(pk=1).first()
    last = rows[-1].digest if rows else ""
    if wrong is None and (len(rows), last) != ((head.rows, head.digest) if head else (0, "")):
        return len(rows) + 1
    return wrong


@transaction.atomic
def erase_words(*, about: str) -> None:
    """Somebody's account is erased: the reasons of what was done about it go, the chain stays whole."""
    models.QuerySet.update(TrailRow.objects.filter(about=about), reason="", salt="")
