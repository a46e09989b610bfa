"""Somebody reports a person or a game, and staff deal with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from accounts.limits import hold_count
from accounts.models import User
from moderation.errors import OwnMatter, TooManyReports
from moderation.models import Complaint, ComplaintReason
from moderation.registry import is_own, key_of, subjects

A_DAY = 10
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Seen:
    """What somebody can report: its key, what it is called, and what he may know of it."""

    key: str
    name: str
    context: Sequence[str]


def seen_of(about: str, number: int, reader: User) -> Seen | None:
    """None for what is not there, for what he may not see, and for himself. Where no app declares such subjects there are none."""
    subject = subjects().get(about)
    context = subject.reported(number, reader) if subject is not None and number < 2**31 else None
    if subject is None or context is None:
        return None
    return Seen(key_of(about, number), subject.called(number) or "", context)


@transaction.atomic
def report(
    *, about: str, context: Sequence[str], reporter: User, reason: ComplaintReason, words: str, now: datetime
) -> Complaint:
    """Write it down with its context. A second report of the same by the same person is the first one, while that is open. Raises
    TooManyReports."""
    hold_count(reporter.pk)
    open_one = Complaint.objects.filter(about=about, reporter=reporter, settled_at=None).first()
    if open_one is not None:
        return open_one
    if Complaint.objects.filter(reporter=reporter, at__gt=now - DAY).count() >= A_DAY:
        raise TooManyReports
    return Complaint.objects.create(
        about=about, reporter=reporter, reason=reason, words=words.strip(), context=list(context), at=now
    )


@transaction.atomic
def settle(*, complaint_id: int, staff: User, note: str, now: datetime) -> Complaint:
    """Somebody has dealt with it, with a note for his like; who did so first stays. Raises Complaint.DoesNotExist, and
    OwnMatter for who has a part in it."""
    found = Complaint.objects.select_for_update(of=("self",)).get(pk=complaint_id)
    if is_own(found.about, staff):
        raise OwnMatter
    if found.settled_at is None:
        found.settled_at, found.settled_by = now, staff
    found.note = note.strip()
    found.save(update_fields=["settled_at", "settled_by", "note"])
    return found
