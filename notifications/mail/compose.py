"""Turns a delivery and its notifications into the email that goes out, with its headers.

All emails of a reader about one thing refer to one made-up root, the first one too, because some relays replace Message-IDs;
the root itself is never sent.

The return address says which email a bounce is about (VERP): with BOUNCE_ADDRESS `bounces@pete.example.org` it is
`bounces+<token>@pete.example.org`, with the token of the delivery in letters that survive servers which ignore case.
"""

import base64
import binascii
import re
from collections.abc import Sequence
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, SafeMIMEMultipart, SafeMIMEText
from django.utils import timezone, translation

from notifications.kinds import About, Email
from notifications.mail.links import WayOut
from notifications.mail.render import Reader, Rendered, reader_at, reader_of, render
from notifications.models import Delivery, Notification
from notifications.registry import spoken_by

_TOKEN = re.compile(r"\+([a-z2-7]{26})@", re.I)


def return_address(token: str) -> str:
    """Where servers report about this delivery; empty where no reports are read, or for an old token."""
    if not settings.BOUNCE_ADDRESS:
        return ""
    try:
        octets = base64.b64decode(token + "==", altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return ""
    name, _at, domain = settings.BOUNCE_ADDRESS.partition("@")
    return f"{name}+{base64.b32encode(octets).decode().rstrip('=').lower()}@{domain}"


def is_return_address(address: str) -> bool:
    """Whether reports come to it: BOUNCE_ADDRESS itself, or with what has the form of a token."""
    if not settings.BOUNCE_ADDRESS:
        return False
    local, _at, domain = address.strip().strip("<>").lower().rpartition("@")
    name, _at, ours = settings.BOUNCE_ADDRESS.lower().partition("@")
    return domain == ours and re.fullmatch(rf"{re.escape(name)}(\+[a-z2-7]{{26}})?", local) is not None


def token_in(address: str) -> str:
    """The delivery's token in a return address of ours; empty for every other one."""
    found = _TOKEN.search(address)
    if not found or not settings.BOUNCE_ADDRESS:
        return ""
    name, _at, domain = settings.BOUNCE_ADDRESS.lower().partition("@")
    if f"{name}+{found[1].lower()}@{domain}" not in address.lower():
        return ""
    octets = base64.b32decode(found[1].upper() + "======")
    return base64.urlsafe_b64encode(octets).decode().rstrip("=")


MARK = "delivery"
"""The name under which a mail service gets the token of a delivery, and gives it back with its events."""


class Letter(EmailMultiAlternatives):
    """A message whose headers are not folded, up to the limit of SMTP. Folded at 78, a long List-Unsubscribe begins with an
    empty line, and some relays break its signature."""

    def message(self) -> SafeMIMEText | SafeMIMEMultipart:  # type: ignore[override]  # the stubs know Django 6 only
        built: SafeMIMEText | SafeMIMEMultipart = super().message()  # type: ignore[assignment]
        built.policy = built.policy.clone(max_line_length=998)
        return built


def build(
    *, kind: Email, token: str, reader: Reader, about: About, way: WayOut, rendered: Rendered
) -> EmailMultiAlternatives:
    """The message for `reader`. `token` is the delivery's: the same delivery always has the same Message-ID."""
    message = Letter(
        subject=rendered.subject,
        body=rendered.text,
        from_email=return_address(token) or settings.DEFAULT_FROM_EMAIL,  # of the envelope
        to=[reader.address],
        reply_to=[about.reply_to] if about.reply_to else None,
        headers=_headers(kind, token, reader, about, way),
    )
    message.attach_alternative(rendered.html, "text/html")
    if settings.MAIL_SERVICE:  # some give back the one, some the other, with what they tell of the mail
        message.metadata, message.tags = {MARK: token}, [token]  # type: ignore[attr-defined]
    return message


def host() -> str:
    """The name after the @ of everything we number: that of SITE_URL."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def _headers(kind: Email, token: str, reader: Reader, about: About, way: WayOut) -> dict[str, str]:
    who = f"user-{reader.user_id}" if reader.user_id is not None else way.subject.replace(":", "-")
    root = f"<{about.thread}.{who}@{host()}>"
    unsubscribing = {"List-Unsubscribe": f"<{way.url()}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": f"<{token}@{host()}>",
        "In-Reply-To": root,
        "References": root,
        # filters and folders (RFC 2919, 2369)
        "List-Id": f"<{about.thread}.{host()}>",
        "List-Archive": f"<{about.url}>",
        # one click without cookies (RFC 8058); an email that was just requested needs none
        **({} if way.category.is_asked_for else unsubscribing),
        # nobody's holiday notification answers this (RFC 3834, Exchange, old sendmails)
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Precedence": "list",
        "Content-Language": reader.language,
        # counts complaints by category and app (Gmail's Feedback-ID; the last part names the sender and must be signed)
        "Feedback-ID": f"{way.category.name}:{kind.name}:{kind.app}:stpete-{host()}"[:127],
        "X-StPete-Event": kind.name,
        **about.headers,
    }


def absolute(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def compose(delivery: Delivery, notifications: Sequence[Notification], now: datetime) -> EmailMultiAlternatives:
    """The whole email. `notifications` are those of this delivery that are still true, oldest first, at least one. Raises
    NoLongerTrue if that has changed since, and any error: an email is never sent half."""
    kind, subject = spoken_by(delivery, notifications)
    reader = reader_for(delivery, notifications[-1].language)
    way = way_out(kind, reader, subject)
    with translation.override(reader.language), timezone.override(reader.zone):
        letter = kind.write(notifications, now)
        rendered = render(letter, reader, way)
    return build(kind=kind, token=delivery.token, reader=reader, about=letter.about, way=way, rendered=rendered)


def way_out(kind: Email, reader: Reader, subject: str) -> WayOut:
    return WayOut(kind.category, reader.user_id, subject if reader.user_id is None else "")


def reader_for(delivery: Delivery, language: str) -> Reader:
    """`language` is that of a reader without an account."""
    return reader_of(delivery.user) if delivery.user is not None else reader_at(delivery.endpoint, language)
