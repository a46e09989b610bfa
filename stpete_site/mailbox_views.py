"""The mailbox of the embedded default: mails that were caught instead of sent. Nobody but this machine may read them.

An answer to a caught mail, written and sent as a mail program does: the embedded default can be played by mail as well.
"""

from __future__ import annotations

import functools
import ipaddress
import smtplib
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
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
from stpete_site.dev_mailbox import CaughtMail, CaughtMails


class NotTaken(Exception):
    """The site's own door did not take the mail; says what it said."""


def answer_to(mail: CaughtMail, text: str) -> EmailMessage:
    """`text` above the quoted mail, from whoever it was sent to."""
    quoted = "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = mail.to, mail.reply_to, f"Re: {mail.subject}"
    made["Date"], made["Message-ID"] = formatdate(), make_msgid(domain="mailbox.localhost")
    made["In-Reply-To"] = str(mail.message.get("Message-ID") or "")
    made.set_content(f"{text}\n\nOn {mail.at:%d %B %Y at %H:%M}, St Pete <{mail.reply_to}> wrote:\n\n{quoted}\n")
    return made


def send_answer(mail: CaughtMail, text: str) -> None:
    """Raises NotTaken."""
    url = urlsplit(settings.INBOUND_LISTEN)
    kind = smtplib.LMTP if url.scheme == "lmtp" else smtplib.SMTP
    try:
        with kind(url.hostname or "127.0.0.1", url.port or 0) as server:
            server.sendmail(mail.to, [mail.reply_to], answer_to(mail, text).as_bytes(policy=SMTP))
    except (OSError, smtplib.SMTPException) as error:
        raise NotTaken(str(error)) from error


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
    if to:
        page = Paginator([mail.key for mail in mails.to(to)], A_PAGE).get_page(request.GET.get("page"))
    else:
        page = Paginator(mails.newest_first(), A_PAGE).get_page(request.GET.get("page"))
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
    """Answer a caught mail as its reader, with his mail program: through SMTP to the site's own door."""
    mail = _mail(key)
    if not is_ours(mail.reply_to):
        raise Http404
    try:
        send_answer(mail, request.POST.get("text", "")[:LONGEST_ANSWER])
    except NotTaken as error:
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
