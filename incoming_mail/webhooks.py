"""Webhooks for mail services: incoming email becomes a row as if it came by SMTP; bounces and complaints count like reports.

Only `INBOUND_SERVICE` may bring email, and only `MAIL_SERVICE` may report events. Anymail checks the signature, or the
password in the address; anything else gets 400 and is not read. The token that we gave the service says which email an event
is about (`notifications.mail.compose`), so nobody can stop the emails of others. Opens and clicks are ignored.
"""

import hashlib
import json
import logging
import re
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.policy import SMTP

from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, AnymailTrackingEvent, EventType, RejectReason, inbound, tracking
from django.conf import settings
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.module_loading import import_string
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from incoming_mail.models import ArrivalWay
from incoming_mail.senders import SERVICES
from incoming_mail.services import Full, take
from incoming_mail.tokens import is_configured, is_let_in
from notifications import bounces, monitoring
from notifications.bounces.reports import FoundReport, severity, status_in
from notifications.mail.compose import MARK, host
from notifications.models import Trouble

logger = logging.getLogger("incoming_mail")

AS_THEY_CAME = SMTP.clone(max_line_length=None, cte_type="8bit")


@csrf_exempt
@never_cache
def arrive(request: HttpRequest, service: str) -> HttpResponseBase:
    """Takes one email, or answers a test of the address. 503 asks the service to try again."""
    if not is_configured() or service != settings.INBOUND_SERVICE:
        raise Http404
    return answered(import_string(SERVICES[service].view).as_view(), request)


def answered(view: Callable[[HttpRequest], HttpResponseBase], request: HttpRequest) -> HttpResponseBase:
    """What the view of a service answers; 503 while nothing can be kept."""
    try:
        return view(request)
    except (Full, Error) as error:
        logger.warning("a mail could not be kept: %s", error)
    return HttpResponse("Try again later.", status=503, content_type="text/plain", headers={"Retry-After": "60"})


def keep(sender: object, event: AnymailInboundEvent, esp_name: str, **more: object) -> None:
    """Store one email that Anymail has checked. One that is for nobody here, or cannot be written, is counted and dropped;
    the service is not asked to bring it again."""
    message = event.message
    recipients = [one for one in _recipients(message) if is_let_in(one)]
    if not recipients:
        monitoring.add_to_tally("inbound", "unknown_address")
        return
    try:
        raw = raw_of(message)
    except Exception as error:  # whatever the writer of mails says to what somebody has made up
        logger.warning("a mail by %s cannot be written down: %s", esp_name, error)
        monitoring.add_to_tally("inbound", "malformed")
        return
    sent_by = message.envelope_sender
    if sent_by is None:  # the service does not tell it; the headers say whether a machine wrote
        sent_by = str(message.get("From", ""))
    take(raw, envelope_from=sent_by, envelope_to=recipients, way=ArrivalWay.WEBHOOK, now=now())


def _recipients(message: AnymailInboundMessage) -> list[str]:
    if message.envelope_recipient:
        return [one.strip() for one in message.envelope_recipient.split(",")]
    return [one.addr_spec for one in [*message.to, *message.cc]]


def raw_of(message: EmailMessage) -> bytes:
    """The email as bytes, always the same for the same email: boundaries are derived from its content, so that an email
    brought twice is one row."""
    parts = [part for part in message.walk() if part.is_multipart()]
    texts = [str(message.items()), *(str(part.get_payload()) for part in message.walk() if not part.is_multipart())]
    mark = hashlib.sha256("\n".join(texts).encode(errors="replace")).hexdigest()[:32]
    for number, part in enumerate(parts):
        if part.get_boundary() is None:
            part.set_boundary(f"=={number}={mark}")
    return message.as_bytes(policy=AS_THEY_CAME)


inbound.connect(keep, dispatch_uid="incoming_mail.webhooks")


_CODE = re.compile(r"(?<!\d)[45]\d\d(?!\d)")
ABOUT_THE_ADDRESS = (RejectReason.INVALID, RejectReason.BOUNCED)
ABOUT_US = (RejectReason.BLOCKED, RejectReason.SPAM)


@csrf_exempt
@never_cache
def hear(request: HttpRequest, service: str) -> HttpResponseBase:
    """Takes some events, or answers a test of the address. Without a key for the proof nothing is accepted; 503 asks to try
    again."""
    if not service or service != settings.MAIL_SERVICE or not settings.ANYMAIL.get(SERVICES[service].proof_of_events):
        raise Http404
    return answered(import_string(SERVICES[service].events).as_view(), request)


def keep_report(sender: object, event: AnymailTrackingEvent, esp_name: str, **more: object) -> None:
    said = " ".join(f"{event.mta_response or ''} {event.description or ''}".split())
    trouble = trouble_of(event, said)
    if trouble is None:
        return
    tokens = tuple(dict.fromkeys(_tokens(event)))
    status = status_in(said)
    mark = f"{esp_name}:{event.event_id or event.timestamp}:{event.event_type}:{tokens}"
    fingerprint = hashlib.sha256(mark.encode()).hexdigest()
    taken = bounces.keep(FoundReport(trouble, tokens, status, said, fingerprint), now())
    logger.info("%s tells of a mail: %s, %s", esp_name, event.event_type, taken.value)


def trouble_of(event: AnymailTrackingEvent, said: str) -> Trouble | None:
    """What an event means for the address, from the server's answer if the service tells it; None for no trouble."""
    reason = event.reject_reason
    if event.event_type == EventType.COMPLAINED:
        return Trouble.COMPLAINT
    if event.event_type == EventType.DEFERRED:
        return Trouble.DELAYED
    if event.event_type not in (EventType.BOUNCED, EventType.REJECTED, EventType.FAILED):
        return None
    if status_in(said):
        return severity(status_in(said), said)
    if code := _CODE.search(said):
        return severity("", said[code.start() :])
    if reason in ABOUT_US:
        return Trouble.BLOCKED
    return Trouble.HARD if reason in ABOUT_THE_ADDRESS and "soft" not in said.lower() else Trouble.SOFT


def _tokens(event: AnymailTrackingEvent) -> Iterator[str]:
    """The tokens of deliveries that it may be about: those that we gave the service, and our Message-IDs in the event."""
    given = event.metadata or {}
    yield from (str(one) for one in (given.get(MARK), *(event.tags or ())) if one)
    ours = re.compile(rf"([A-Za-z0-9_-]{{16,32}})@{re.escape(host())}")
    yield from ours.findall(f"{event.message_id or ''} {json.dumps(event.esp_event, default=str, skipkeys=True)}")


tracking.connect(keep_report, dispatch_uid="incoming_mail.webhooks")
