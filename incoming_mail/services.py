"""What other apps call: storing an incoming email, the settings of a user, deletion, and the data export."""

import hashlib
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from celery import current_app
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.export import ExportPart, Plain, table
from accounts.models import User
from incoming_mail.models import ArrivalWay, IncomingMail, MailState, Preview, ReplyToken, ReplyWish
from notifications import monitoring

logger = logging.getLogger("incoming_mail")

EXPIRES = 300.0
"""Seconds that the kick of a worker is good for; the sweep finds the row anyway."""


class Full(Exception):
    pass


def take(raw: bytes, *, envelope_from: str, envelope_to: Sequence[str], way: ArrivalWay, now: datetime) -> IncomingMail:
    """Store an email until a worker handles it; when this returns, the row is committed. The same bytes are the same row.

    One that is too large becomes a row without its bytes. Raises Full while too many wait.
    """
    digest = hashlib.sha256(raw).hexdigest()
    if (known := IncomingMail.objects.defer("raw").filter(digest=digest).first()) is not None:
        return known
    if IncomingMail.objects.filter(state=MailState.WAITING).count() >= settings.INBOUND_MOST_WAITING:
        raise Full("too many mails wait")
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
        monitoring.add_to_tally("inbound", mail.reason)
    transaction.on_commit(_kick, robust=True)
    return mail


def _kick() -> None:
    try:
        current_app.send_task("incoming_mail.tasks.handle_mails", retry=False, expires=EXPIRES)
    except Exception as error:  # a broker that is away must not keep the mail out; the sweep heals it
        logger.warning("broker not reached, the sweep will do it: %s", error)


def preview_of(user: User) -> Preview:
    said = ReplyWish.objects.filter(user=user).values_list("preview", flat=True).first()
    return Preview(said) if said else Preview.UNCOVERING


def wish_preview(user: User, preview: Preview) -> None:
    ReplyWish.objects.update_or_create(user=user, defaults={"preview": preview})


@transaction.atomic
def forget_person(user: User) -> None:
    """For an account that is about to be deleted: delete tokens and settings, and detach its emails."""
    ReplyToken.objects.filter(user=user).delete()
    ReplyWish.objects.filter(user=user).delete()
    IncomingMail.objects.filter(user=user).update(user=None, raw=b"", envelope_from="", envelope_to=[], letter="")


def forget_old(now: datetime) -> int:
    """Delete emails that are done, `INBOUND_KEEP_DAYS` after they came in."""
    old = IncomingMail.objects.exclude(state=MailState.WAITING)
    return old.filter(received_at__lt=now - timedelta(days=settings.INBOUND_KEEP_DAYS)).delete()[0]


def _mails(user: User) -> Plain:
    names = ("received_at", "size", "way", "state", "handler", "reason", "handled_at", "envelope_from")
    return {
        "asks_before_it_moves": preview_of(user),
        "mails": table(IncomingMail.objects.filter(user=user), *names),
        "addresses_for_answers": table(
            ReplyToken.objects.filter(user=user), "handler", "subject", "made_at", "used_at", "revoked_at"
        ),
    }


PARTS = (ExportPart("mails-to-the-site.json", _("emails you sent to the site, and their results"), _mails),)
