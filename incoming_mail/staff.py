"""What staff and operators see of incoming email: failed ones, whether email can be received at all (`manage.py doctor`),
and what is overdue.

The DNS is checked with the other records (`stpete_site.doctor.domain`).
"""

import smtplib
from collections.abc import Iterator
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from incoming_mail.models import IncomingMail, MailState
from incoming_mail.tokens import is_configured, play_address
from moderation.actions import Need, StaffPart
from notifications.monitoring import Finding, fault, ok, warning

WHAT = "incoming email"
SECONDS = 5.0


def check_way_in() -> Iterator[Finding]:
    """Asks the listener whether it would accept an email to the play address; none is sent."""
    if not is_configured():
        yield warning(WHAT, "replies by email are off", "Set INBOUND_DOMAIN (docs/deploy.md) to allow play by email.")
        return
    if settings.INBOUND_SERVICE:
        yield from _waiting(f"{settings.INBOUND_SERVICE} delivers emails to {settings.INBOUND_DOMAIN}")
        return
    url = urlsplit(settings.INBOUND_LISTEN)
    kind = smtplib.LMTP if url.scheme == "lmtp" else smtplib.SMTP
    start = "Start python -m incoming_mail.listener (./stpete run does so), or correct INBOUND_LISTEN."
    try:
        with kind(url.hostname or "127.0.0.1", url.port or 0, timeout=SECONDS) as door:
            door.ehlo_or_helo_if_needed()
            door.mail("")
            code, said = door.rcpt(play_address())
            door.rset()
    except (OSError, smtplib.SMTPException) as error:
        yield fault(WHAT, f"{settings.INBOUND_LISTEN}: {type(error).__name__}: {error}", start)
        return
    if code >= 400:
        yield fault(WHAT, f"{settings.INBOUND_LISTEN} refuses {play_address()}: {code} {said!r}", start)
        return
    yield from _waiting(f"{settings.INBOUND_LISTEN} accepts emails to {settings.INBOUND_DOMAIN}")


def _waiting(way: str) -> Iterator[Finding]:
    waiting = IncomingMail.objects.filter(state=MailState.WAITING).count()
    seen = f"{way}, {waiting} wait"
    if waiting >= settings.INBOUND_MOST_WAITING:
        yield fault(WHAT, f"{seen}, so no more are accepted", "Check the log of the workers.")
    else:
        yield ok(WHAT, seen)


def overdue(since: datetime) -> dict[str, int]:
    return {"inbound": IncomingMail.objects.filter(state=MailState.WAITING, due_at__lte=since).count()}


WEEK = timedelta(days=7)


NEEDS = (
    Need(
        "failed-incoming-mail",
        _("incoming emails that failed in the last week"),
        "incoming_mail.view_incomingmail",
        lambda now: IncomingMail.objects.filter(state=MailState.FAILED, received_at__gt=now - WEEK).count(),
        lambda: reverse("admin:incoming_mail_incomingmail_changelist") + "?state=failed",
    ),
)
STAFF = StaffPart(needs=NEEDS)
