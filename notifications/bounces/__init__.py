"""Bounces and spam complaints: reads a raw report and writes down what it means for the address.

Whoever receives email calls `take`. It first reads, which may take a second and needs no database, and then saves.
`notifications.deliverability` says how much a report counts and when an address is stopped.
"""

import hashlib
import logging
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum

from django.db import IntegrityError, transaction
from django.utils.timezone import now as time_now

from notifications import deliverability, monitoring
from notifications.bounces.reports import ODD, FoundReport, read_report, severity, status_in
from notifications.mail.compose import reader_for, way_out
from notifications.mail.links import unsubscribe
from notifications.models import Attempt, Delivery, DeliveryState, Report, Trouble, digest_of
from notifications.registry import kinds

MOST_BYTES = 2_000_000
"""A report contains at most the email that it is about, and ours are a fiftieth of this."""

MOST_READ = 64_000
"""Bytes of a report that are read. Servers say first what happened and add the email last; searching endless lines for the
words of all kinds of servers takes many seconds."""

MOST_PARTS = 60
"""Parts that hold parts. Reading them takes time that grows with the square of their depth; no server writes ten."""

AGAIN_AFTER = timedelta(hours=4)
"""How long an email waits after a temporary bounce: the server has already tried for days."""

MOST_AGAIN = 2
"""How often such an email is sent again."""

LONGEST_ANSWER = 300

logger = logging.getLogger("notifications")
alarm = logging.getLogger("notifications.alarm")


class Taken(Enum):
    """What became of a raw email. The values are labels of counters."""

    HARD = "hard"
    SOFT = "soft"
    BLOCKED = "blocked"
    DELAYED = "delayed"
    COMPLAINT = "complaint"
    AGAIN = "taken before"
    UNKNOWN = "no mail of ours"
    TOO_LARGE = "too large"
    MALFORMED = "malformed"
    NO_REPORT = "no report"

    @property
    def is_report(self) -> bool:
        """False for an email that is no report and has to be handled elsewhere."""
        return self is not Taken.NO_REPORT


def take(raw: bytes, *, recipients: Iterable[str] = (), now: datetime | None = None) -> Taken:
    """Take one raw email that may be a DSN or ARF report, and save what it says.

    `recipients` are those of its envelope, if known. The same report counts once. Never raises because of what is in the
    email. Errors of the database go to the caller, who keeps the email until this has returned.
    """
    return keep(read(raw, recipients), now or time_now())


def read(raw: bytes, recipients: Iterable[str] = ()) -> FoundReport | Taken:
    """What a raw email reports in its first `MOST_READ` bytes, or why it says nothing. Asks no database and never raises
    because of what is in the email."""
    if len(raw) > MOST_BYTES:
        return Taken.TOO_LARGE
    beginning = raw[:MOST_READ]
    if beginning.lower().count(b"boundary=") > MOST_PARTS:
        return Taken.MALFORMED
    try:
        found = read_report(beginning, recipients)
    except ODD as error:
        logger.info("a report that cannot be read: %s", type(error).__name__)
        return Taken.MALFORMED
    return Taken.NO_REPORT if found is None else replace(found, fingerprint=hashlib.sha256(raw).hexdigest())


def keep(told: FoundReport | Taken, now: datetime) -> Taken:
    """Save what was read, or what a mail service has reported."""
    taken = told if isinstance(told, Taken) else _keep(told, now)
    if taken.is_report:
        monitoring.add_to_tally("reports", taken.value)
    return taken


def _keep(found: FoundReport, now: datetime) -> Taken:
    named = (Delivery.objects.select_related("user").filter(token=token).first() for token in found.tokens[:20])
    delivery = next(filter(None, named), None)
    if delivery is None:
        return Taken.UNKNOWN
    try:
        with transaction.atomic():
            report = {"trouble": found.trouble, "status": found.status[:11], "at": now}
            Report.objects.create(fingerprint=found.fingerprint, delivery=delivery, **report)
            _act(delivery, found.trouble, f"{found.trouble}: {found.status} {found.said}", now)
    except IntegrityError:
        if Report.objects.filter(fingerprint=found.fingerprint).exists():
            return Taken.AGAIN
        raise
    logger.info("mail %s came back: %s %s", delivery.pk, found.trouble, found.status)
    return Taken(found.trouble.value)


def take_refusal(delivery: Delivery, answer: str, now: datetime) -> Trouble:
    """Our own mail server permanently refused the recipient while we handed the email over."""
    trouble = severity(status_in(answer), answer)
    monitoring.add_to_tally("refusals", trouble.value)
    if trouble is Trouble.BLOCKED:
        alarm.error("mail %s was refused for what the site is: %s", delivery.pk, answer)
    else:
        _count(delivery, _present(delivery), trouble, now)
    return trouble


def _act(delivery: Delivery, trouble: Trouble, said: str, now: datetime) -> None:
    Attempt.objects.create(delivery=delivery, at=now, answer=" ".join(said.split())[:LONGEST_ANSWER])
    if trouble is Trouble.DELAYED:
        return
    if trouble is Trouble.COMPLAINT:  # unsubscribes its reader from this category
        kind = kinds().get((delivery.app, delivery.kind))
        if kind is not None and not kind.category.is_asked_for:
            unsubscribe(way_out(kind, reader_for(delivery, ""), delivery.subject))
    elif trouble is Trouble.SOFT and delivery.reports.filter(trouble=Trouble.SOFT).count() <= MOST_AGAIN:
        sent = Delivery.objects.filter(pk=delivery.pk, state=DeliveryState.SENT)
        sent.update(state=DeliveryState.PENDING, due_at=now + AGAIN_AFTER, attempts=0)
    else:
        Delivery.objects.filter(pk=delivery.pk).update(state=DeliveryState.RETURNED, due_at=None)
    if trouble is Trouble.BLOCKED:
        alarm.error("mail %s came back for what the site is: %s", delivery.pk, said)
    else:
        _count(delivery, delivery.sent_to or _present(delivery), trouble, now)


def _count(delivery: Delivery, digest: str, trouble: Trouble, now: datetime) -> None:
    """Only the present address of an account is that account's trouble."""
    deliverability.count(digest, trouble, now, user=delivery.user if digest == _present(delivery) else None)


def _present(delivery: Delivery) -> str:
    """The fingerprint of the address to which an email would go now."""
    return digest_of(delivery.endpoint or (delivery.user.email if delivery.user is not None else "") or "")
