"""The door for mail services: what Anymail has checked and read becomes a row like a mail that came by SMTP.

One service is let in, that of `INBOUND_SERVICE`; Anymail checks its signature, or the password in the address that was given to
it. Whoever has no such proof gets 400 and is not read.
"""

import hashlib
import logging
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP

from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, inbound
from django.conf import settings
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.module_loading import import_string
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from incoming_mail.addresses import is_configured, is_let_in
from incoming_mail.arriving import Full, take
from incoming_mail.models import Way
from incoming_mail.senders import SERVICES
from notifications import tally

logger = logging.getLogger("incoming_mail")

AS_THEY_CAME = SMTP.clone(max_line_length=None, cte_type="8bit")


@csrf_exempt
@never_cache
def arrive(request: HttpRequest, service: str) -> HttpResponseBase:
    """One mail, or a look whether somebody is here. 503 asks the service to come again."""
    if not is_configured() or service != settings.INBOUND_SERVICE:
        raise Http404
    return answered(import_string(SERVICES[service].view).as_view(), request)


def answered(view: Callable[[HttpRequest], HttpResponseBase], request: HttpRequest) -> HttpResponseBase:
    """What the view of a service answers; 503 while nothing can be kept."""
    try:
        return view(request)
    except Full:
        return _later("too many mails wait")
    except Error as error:
        return _later(str(error))


def _later(why: str) -> HttpResponse:
    logger.warning("a mail could not be kept: %s", why)
    response = HttpResponse("Try again later.", status=503, content_type="text/plain")
    response["Retry-After"] = "60"
    return response


def keep(sender: object, event: AnymailInboundEvent, esp_name: str, **more: object) -> None:
    """Anymail tells of one mail whose proof was good: it is a row when this returns. One for nobody here, or that cannot be written
    down, is counted and gone; the service is not asked to bring it again."""
    message = event.message
    recipients = [one for one in _recipients(message) if is_let_in(one)]
    if not recipients:
        tally.count("inbound", "unknown_address")
        return
    try:
        raw = raw_of(message)
    except Exception as error:  # whatever the writer of mails says to what somebody has made up
        logger.warning("a mail by %s cannot be written down: %s", esp_name, error)
        tally.count("inbound", "malformed")
        return
    sent_by = message.envelope_sender
    if sent_by is None:  # the service does not tell it; the headers say whether a machine wrote
        sent_by = str(message.get("From", ""))
    take(raw, envelope_from=sent_by, envelope_to=recipients, way=Way.WEBHOOK, now=now())


def _recipients(message: AnymailInboundMessage) -> list[str]:
    """To whom the service says that it was sent, or where it says nothing the heads of the mail."""
    if message.envelope_recipient:
        return [one.strip() for one in message.envelope_recipient.split(",")]
    return [one.addr_spec for one in [*message.to, *message.cc]]


def raw_of(message: EmailMessage) -> bytes:
    """The mail as bytes, the same for the same mail: what the service has taken apart is put together between marks that follow
    from what it says, so that a mail that is brought twice is one row."""
    parts = [part for part in message.walk() if part.is_multipart()]
    texts = [str(message.items()), *(str(part.get_payload()) for part in message.walk() if not part.is_multipart())]
    mark = hashlib.sha256("\n".join(texts).encode(errors="replace")).hexdigest()[:32]
    for number, part in enumerate(parts):
        if part.get_boundary() is None:
            part.set_boundary(f"=={number}={mark}")
    return message.as_bytes(policy=AS_THEY_CAME)


inbound.connect(keep, dispatch_uid="incoming_mail.webhooks")
