"""The one door: a mail that was sent to the site becomes a row, and nobody has to have it any more."""

import logging
from collections.abc import Sequence
from datetime import datetime

from celery import current_app
from django.conf import settings
from django.db import IntegrityError, transaction

from incoming_mail.models import IncomingMail, MailState, Way, digest_of
from notifications import tally

logger = logging.getLogger("incoming_mail")

EXPIRES = 300.0
"""Seconds that the kick of a worker is good for; the sweep finds the row anyway."""


class Full(Exception):
    """More mails wait than the site keeps: whoever has this one tries again later."""


def take(raw: bytes, *, envelope_from: str, envelope_to: Sequence[str], way: Way, now: datetime) -> IncomingMail:
    """Keep a mail until a worker handles it; when this returns, the row is committed. The same bytes again are the same row.

    One that is too large is a row that says so, without its bytes. Raises Full while too many wait.
    """
    digest = digest_of(raw)
    if (known := IncomingMail.objects.defer("raw").filter(digest=digest).first()) is not None:
        return known
    if IncomingMail.objects.filter(state=MailState.WAITING).count() >= settings.INBOUND_MOST_WAITING:
        raise Full
    fits = len(raw) <= settings.INBOUND_MOST_BYTES
    mail = IncomingMail(
        digest=digest,
        raw=raw if fits else b"",
        size=len(raw),
        way=way,
        envelope_from=envelope_from[:320].replace("\0", ""),
        envelope_to=[address[:320].replace("\0", "") for address in envelope_to[:20]],
        received_at=now,
        state=MailState.WAITING if fits else MailState.DROPPED,
        due_at=now if fits else None,
        handled_at=None if fits else now,
        reason="" if fits else "oversized",
    )
    try:
        with transaction.atomic():
            mail.save()
    except IntegrityError:  # the same bytes came by another connection at the same time
        return IncomingMail.objects.defer("raw").get(digest=digest)
    if not fits:
        tally.count("inbound", mail.reason)
    transaction.on_commit(_kick, robust=True)
    return mail


def _kick() -> None:
    try:
        current_app.send_task("incoming_mail.tasks.handle_mails", retry=False, expires=EXPIRES)
    except Exception as error:  # a broker that is away must not keep the mail out; the sweep heals it
        logger.warning("broker not reached, the sweep will do it: %s", error)
