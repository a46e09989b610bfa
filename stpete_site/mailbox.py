"""The mailbox of the embedded default: emails that were caught instead of sent, and replies to them. Only this machine may read
them.

A reply is written and sent as an email program does it, so the embedded default can be played by email as well.
"""

import email
import email.policy
import functools
import ipaddress
import mailbox
import smtplib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from incoming_mail.tokens import is_ours


@dataclass(frozen=True)
class CaughtMail:
    """One kept mail. `key` names it in the mailbox; `text` and `html` are its two forms, empty where it has none."""

    key: str
    message: EmailMessage

    @property
    def to(self) -> str:
        """The address it was really sent to, whatever its header says."""
        return str(self.message.get("X-Envelope-To") or self.message.get("To") or "")

    @property
    def reply_to(self) -> str:
        return str(self.message.get("Reply-To") or "")

    @property
    def subject(self) -> str:
        return str(self.message.get("Subject") or "")

    @property
    def at(self) -> datetime:
        return datetime.fromtimestamp(float(self.key.split(".")[0]), tz=UTC)

    @property
    def headers(self) -> list[tuple[str, str]]:
        """Every header in the order of the wire, except the one the catcher wrote."""
        return [(name, str(value)) for name, value in self.message.items() if name != "X-Envelope-To"]

    @property
    def text(self) -> str:
        return self._part("plain")

    @property
    def html(self) -> str:
        return self._part("html")

    def _part(self, kind: str) -> str:
        part = self.message.get_body((kind,))
        return str(part.get_content()) if part else ""


class CaughtMails:
    """The kept mails in `folder`, newest first. A folder that is not there yet is an empty mailbox."""

    def __init__(self, folder: Path) -> None:
        self._maildir = mailbox.Maildir(folder, create=True) if folder.exists() else None

    def newest_first(self) -> list[str]:
        return sorted(self._maildir.keys(), key=_arrival, reverse=True) if self._maildir is not None else []

    def get(self, key: str) -> CaughtMail:
        """One mail. Raises KeyError for a name that is none."""
        if self._maildir is None:
            raise KeyError(key)
        message = email.message_from_bytes(self._maildir.get_bytes(key), policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        return CaughtMail(key, message)

    def to(self, address: str) -> Iterator[CaughtMail]:
        """Mails to addresses that contain `address`, newest first."""
        for key in self.newest_first():
            mail = self.get(key)
            if address.lower() in mail.to.lower():
                yield mail

    def keep_newest(self, count: int) -> int:
        """Throw away all but the newest `count`; returns how many went."""
        old = self.newest_first()[count:]
        for key in old:
            assert self._maildir is not None
            self._maildir.discard(key)
        return len(old)


def _arrival(key: str) -> tuple[int, str]:
    """Seconds first, then microseconds and count, which the name writes with letters before them."""
    seconds, _, rest = key.partition(".")
    micro = rest.partition("P")[0].lstrip("M")
    return int(seconds), micro.zfill(6)


def answer_to(mail: CaughtMail, text: str) -> EmailMessage:
    """`text` above the quoted email, from the address that it was sent to."""
    quoted = "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = mail.to, mail.reply_to, f"Re: {mail.subject}"
    made["Date"], made["Message-ID"] = formatdate(), make_msgid(domain="mailbox.localhost")
    made["In-Reply-To"] = str(mail.message.get("Message-ID") or "")
    made.set_content(f"{text}\n\nOn {mail.at:%d %B %Y at %H:%M}, St Pete <{mail.reply_to}> wrote:\n\n{quoted}\n")
    return made


A_PAGE = 30
LONGEST_ANSWER = 2_000
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_VIA")
"""What a proxy or tunnel adds to a request that it passes on."""


def on_this_machine_only(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """The page is not there (404) unless the catcher is ours and the reader sits at this machine, not behind a tunnel
    to it: codes to sign in with are in these mails."""

    @functools.wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR") or "0.0.0.0")
        is_forwarded = any(name in request.META for name in FORWARDED)
        if not settings.SHOWS_MAILBOX or not address.is_loopback or is_forwarded:
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


@require_safe
@never_cache
@on_this_machine_only
def mail_list(request: HttpRequest) -> HttpResponse:
    """All caught mails, newest first; `?to=anna` leaves those to addresses with anna in them."""
    mails = CaughtMails(settings.MAILBOX_DIR)
    to = request.GET.get("to", "").strip()
    keys = [mail.key for mail in mails.to(to)] if to else mails.newest_first()
    page = Paginator(keys, A_PAGE).get_page(request.GET.get("page"))
    shown = [mails.get(key) for key in page]
    return render(request, "mailbox/list.html", {"page": page, "mails": shown, "to": to})


@require_safe
@never_cache
@on_this_machine_only
def mail_page(request: HttpRequest, key: str) -> HttpResponse:
    """One mail: its headers, its text with links to follow, and its HTML in a frame."""
    mail = _mail(key)
    return render(request, "mailbox/mail.html", {"mail": mail, "can_answer": is_ours(mail.reply_to)})


@require_POST
@never_cache
@on_this_machine_only
def answer_mail(request: HttpRequest, key: str) -> HttpResponse:
    """Reply to a caught email as a mail program does: by SMTP, to the site's own listener."""
    mail = _mail(key)
    if not is_ours(mail.reply_to):
        raise Http404
    url, answer = urlsplit(settings.INBOUND_LISTEN), answer_to(mail, request.POST.get("text", "")[:LONGEST_ANSWER])
    kind = smtplib.LMTP if url.scheme == "lmtp" else smtplib.SMTP
    try:
        with kind(url.hostname or "127.0.0.1", url.port or 0) as server:
            server.sendmail(mail.to, [mail.reply_to], answer.as_bytes(policy=SMTP))
    except (OSError, smtplib.SMTPException) as error:
        messages.error(request, _("The email was rejected: %(reason)s") % {"reason": error})
    else:
        messages.success(request, _("Your reply is on its way. The answer arrives here as an email."))
    return redirect("mailbox-mail", key)


@require_safe
@never_cache
@on_this_machine_only
@xframe_options_sameorigin
@csp_replace(  # type: ignore[arg-type]  # its types know no view with arguments
    {
        "default-src": [NONE],
        "style-src": [UNSAFE_INLINE],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "frame-ancestors": [SELF],
    }
)
def mail_html(request: HttpRequest, key: str) -> HttpResponse:
    """The HTML form as a mail program would draw it: its own styles, no scripts; links open in the whole window."""
    html = _mail(key).html
    if not html:
        raise Http404
    return HttpResponse(html.replace("<head>", '<head><base target="_top">', 1))


def _mail(key: str) -> CaughtMail:
    try:
        return CaughtMails(settings.MAILBOX_DIR).get(key)
    except KeyError:
        raise Http404 from None
