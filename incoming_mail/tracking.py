"""What the mail service that sends for the site tells of its mails: those that came back, and complaints, scored as reports of
servers are.

One service is heard, that of `MAIL_SERVICE`; Anymail checks its signature, or the password in the address that was given to it.
Which mail it speaks of follows from the token that was given along (`notifications.mail.message`), so nobody stops the
mails of others.
Openings and clicks are not read.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.module_loading import import_string
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from incoming_mail.senders import SERVICES
from incoming_mail.webhooks import answered
from notifications import bounces
from notifications.bounces.reports import Found
from notifications.bounces.severity import severity, status_in
from notifications.mail.message import MARK, host
from notifications.models import Trouble

logger = logging.getLogger("incoming_mail")

_CODE = re.compile(r"(?<!\d)[45]\d\d(?!\d)")
ABOUT_THE_ADDRESS = (RejectReason.INVALID, RejectReason.BOUNCED)
ABOUT_US = (RejectReason.BLOCKED, RejectReason.SPAM)


@csrf_exempt
@never_cache
def hear(request: HttpRequest, service: str) -> HttpResponseBase:
    """Some events, or a look whether somebody is here. Without the key of a proof nobody is heard; 503 asks to come again."""
    if not service or service != settings.MAIL_SERVICE or not settings.ANYMAIL.get(SERVICES[service].proof_of_events):
        raise Http404
    return answered(import_string(SERVICES[service].events).as_view(), request)


def keep(sender: object, event: AnymailTrackingEvent, esp_name: str, **more: object) -> None:
    """Anymail tells of one event whose proof was good."""
    said = " ".join(f"{event.mta_response or ''} {event.description or ''}".split())
    trouble = trouble_of(event, said)
    if trouble is None:
        return
    tokens = tuple(dict.fromkeys(_tokens(event)))
    status = status_in(said)
    mark = f"{esp_name}:{event.event_id or event.timestamp}:{event.event_type}:{tokens}"
    taken = bounces.take_event(Found(trouble, tokens, status, said), mark=mark, now=now())
    logger.info("%s tells of a mail: %s, %s", esp_name, event.event_type, taken.value)


def trouble_of(event: AnymailTrackingEvent, said: str) -> Trouble | None:
    """What an event means for the address, by what the server said where the service tells it; None for what is no trouble."""
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
    """Those that it may speak of: what was given along, and Message-IDs of ours in what the service tells."""
    given = event.metadata or {}
    yield from (str(one) for one in (given.get(MARK), *(event.tags or ())) if one)
    ours = re.compile(rf"([A-Za-z0-9_-]{{16,32}})@{re.escape(host())}")
    yield from ours.findall(f"{event.message_id or ''} {_text(event.esp_event)}")


def _text(told: object) -> str:
    try:
        return json.dumps(told)
    except (TypeError, ValueError):
        return str(told)


tracking.connect(keep, dispatch_uid="incoming_mail.tracking")
