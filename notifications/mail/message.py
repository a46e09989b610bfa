"""The mail as it goes out: threading, list and unsubscribe headers around a rendered letter.

What each header is for stands beside it. A reader's mails about one thing hang on one synthetic root, also the first,
because some relays replace Message-IDs; the root itself is never sent.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, SafeMIMEMultipart, SafeMIMEText

from notifications.kinds import About, Email
from notifications.mail import verp
from notifications.mail.readers import Reader
from notifications.mail.render import Rendered
from notifications.mail.unsubscribe import Way

MARK = "delivery"
"""Under this a mail service is given the token of a delivery, which it gives back when it tells of the mail."""


class Letter(EmailMultiAlternatives):
    """A message whose headers stay on one line each, up to what SMTP allows.

    Folded at 78, a long List-Unsubscribe begins with an empty line; relays have been seen to break its signature.
    """

    def message(self) -> SafeMIMEText | SafeMIMEMultipart:  # type: ignore[override]  # the stubs know Django 6 only
        built: SafeMIMEText | SafeMIMEMultipart = super().message()  # type: ignore[assignment]
        built.policy = built.policy.clone(max_line_length=998)
        return built


def build(
    *, kind: Email, token: str, reader: Reader, about: About, way: Way, rendered: Rendered
) -> EmailMultiAlternatives:
    """The message for `reader`. `token` is the delivery's: the same delivery always has the same Message-ID."""
    message = Letter(
        subject=rendered.subject,
        body=rendered.text,
        from_email=verp.return_address(token) or settings.DEFAULT_FROM_EMAIL,  # of the envelope
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


def _headers(kind: Email, token: str, reader: Reader, about: About, way: Way) -> dict[str, str]:
    root = _root(reader, about, way)
    return {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": f"<{token}@{host()}>",
        "In-Reply-To": root,
        "References": root,
        # filters and folders (RFC 2919, 2369)
        "List-Id": f"<{about.thread}.{host()}>",
        "List-Archive": f"<{about.url}>",
        **_way_out(way),
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


def _way_out(way: Way) -> dict[str, str]:
    """One click, no cookies (RFC 8058); a mail that was just asked for with a click needs none."""
    if way.category.is_asked_for:
        return {}
    return {"List-Unsubscribe": f"<{way.url()}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def _root(reader: Reader, about: About, way: Way) -> str:
    who = f"user-{reader.user_id}" if reader.user_id is not None else way.subject.replace(":", "-")
    return f"<{about.thread}.{who}@{host()}>"
