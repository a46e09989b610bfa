"""Whether mails reach an address: scored by what comes back, stopped when it is too much, open again when it is proved.

| what comes back | counts |
|---|---|
| refused for good (no such mailbox) | stops at once |
| refused for now (mailbox full, server away for days) | 1, once a day |
| called spam by its reader | 3, and its category is switched off |
| delayed, or refused for what the site is | nothing |

What was counted halves each week; from 4 on nothing is sent. `User.mail_stopped_at` says so of an account without a
statement: pages show a banner, and hosts see it at their tables and games. The way out is to prove the address: by the link
of a test mail, by a mailed code at the sign-in, by answering a mail of ours from it, or by another address.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_changed, email_confirmed, user_logged_in
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Lower
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.email_verification import typed_a_code
from accounts.models import User
from notifications.models import AddressScore, Trouble, digest_of
from notifications.registry import tell_unreached

LIMIT = 4.0
HALVES = timedelta(days=7)
COUNTS = {Trouble.HARD: LIMIT, Trouble.SOFT: 1.0, Trouble.COMPLAINT: 3.0}
ONCE = timedelta(days=1)
"""How often soft trouble counts: a full mailbox on a busy day is one trouble."""

BOUNCED = "bounced"
"""A code in `Notification.dropped`."""

logger = logging.getLogger("notifications")


@transaction.atomic
def count(digest: str, trouble: Trouble, now: datetime, *, user: User | None = None) -> None:
    """Count trouble with the address of this fingerprint. At the limit nothing more is sent there, and the row of `user`,
    its owner, is marked."""
    if trouble not in COUNTS:
        return
    AddressScore.objects.bulk_create([AddressScore(digest=digest, scored_at=now)], ignore_conflicts=True)
    row = AddressScore.objects.select_for_update().get(digest=digest)
    if trouble is Trouble.SOFT and row.score and now - row.scored_at < ONCE:
        return
    row.score, row.scored_at = faded(row, now) + COUNTS[trouble], now
    is_stopped = row.stopped_at is None and row.score >= LIMIT
    if is_stopped:
        row.stopped_at = now
    row.save()
    if is_stopped:
        logger.warning("no more mails to %s: %s", f"user {user.pk}" if user else "somebody without account", trouble)
        if user is not None and User.objects.filter(pk=user.pk, mail_stopped_at=None).update(mail_stopped_at=now):
            _tell_others(user, now)


def _tell_others(user: User, now: datetime) -> None:
    """Notify those who need to know. An error here must not lose the report."""
    try:
        with transaction.atomic():
            tell_unreached(user, now)
    except Exception:
        logger.exception("nobody was told that user %s is not reached", user.pk)


def faded(row: AddressScore, now: datetime) -> float:
    return float(row.score * 0.5 ** max((now - row.scored_at) / HALVES, 0.0))


def is_stopped(address: str) -> bool:
    return AddressScore.objects.filter(digest=digest_of(address), stopped_at__isnull=False).exists()


def proved(user: User) -> None:
    """An email has arrived at the present address of `user`: forget the score and send again."""
    if user.email:
        AddressScore.objects.filter(digest=digest_of(user.email)).delete()
    if user.mail_stopped_at is not None:
        user.mail_stopped_at = None
        User.objects.filter(pk=user.pk).update(mail_stopped_at=None)
        logger.info("mails go out to user %s again", user.pk)


def answered_from(address: str, user: User | None) -> bool:
    """A reader answered an email from the address it went to; `user` is its owner, if they have an account. Returns whether
    this lifts a stop."""
    if user is not None and user.mail_stopped_at is not None:
        proved(user)
        return True
    lifted, _rows = AddressScore.objects.filter(digest=digest_of(address), stopped_at__isnull=False).delete()
    return bool(lifted)


def unreached(users: Iterable[int]) -> set[int]:
    """Those of these users whom no email reaches: stopped, or without a confirmed address. One statement."""
    proved_one = EmailAddress.objects.annotate(small=Lower("email")).filter(
        user=OuterRef("pk"), verified=True, small=Lower(OuterRef("email"))
    )
    people = User.objects.filter(pk__in=set(users), deleted_at=None, guest_until=None)
    return set(people.filter(Q(mail_stopped_at__isnull=False) | ~Exists(proved_one)).values_list("pk", flat=True))


@receiver(email_confirmed)
def after_proof(email_address: EmailAddress, **_signal: Any) -> None:
    user = User.objects.get(pk=email_address.user_id)
    if (user.email or "").lower() == email_address.email.lower():
        proved(user)


@receiver(email_changed)
def after_change(user: User, to_email_address: EmailAddress, **_signal: Any) -> None:
    """Another address begins anew, unless it is known to be dead: one that was typed in a moment ago and proved is not."""
    user.mail_stopped_at = None
    User.objects.filter(pk=user.pk).update(mail_stopped_at=None)
    AddressScore.objects.filter(digest=digest_of(to_email_address.email)).delete()


@receiver(user_logged_in)
def after_sign_in(request: HttpRequest, user: User, **_signal: Any) -> None:
    if user.mail_stopped_at is not None and typed_a_code(request, user):
        proved(user)
