"""Sends one short message to a webhook or a browser: what the subject of the email says, and a link. No other part of an
email goes to other services.

Webhooks take one of three forms. Text that people typed, such as the title of a table, mentions nobody and formats nothing:
services are told to ignore mentions, and characters that they would interpret are escaped.

The header `X-StPete-Signature: t=1790000000,v1=<hex>` proves that a message is from here and when it was sent: v1 is
HMAC-SHA256 of `<t>.<body>` under the secret as text. A receiver takes the bytes of the body as they came, compares in
constant time, and refuses a time that is more than five minutes off.

News of tables and tournaments for webhooks of their own: one message a turn, however many players are to move.

A sweep looks at all subjects that have such a webhook. Where something has changed, it waits as long as an email would, and
then tells what is so at that time. The app of the subject writes the news, as a visitor may see them (`WebhookSubject`).
"""

import hashlib
import hmac
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from django.conf import settings
from django.utils import timezone, translation

from notifications.channels import push
from notifications.channels.http import AddressRefused, NoAnswer, post, target_of
from notifications.kinds import News, WebhookSubject
from notifications.mail.compose import reader_for
from notifications.mail.render import one_line, subject_of
from notifications.mail.transport import Hopeless, NotNow
from notifications.models import Channel, Delivery, Endpoint, Form, Notification
from notifications.registry import NEWS, NOTIFICATIONS, spoken_by, webhook_subject
from notifications.services import notification_delay


@dataclass(frozen=True, slots=True)
class ShortMessage:
    """`tag` is what the brackets of an email's subject contain: number and title, which a player typed. `line` is ours."""

    kind: str
    tag: str
    line: str
    url: str
    subject: str = ""
    more: Sequence[str] = field(default_factory=tuple)

    @property
    def title(self) -> str:
        return f"St Pete {self.tag}".strip()


def short_message(delivery: Delivery, notifications: Sequence[Notification], now: datetime) -> ShortMessage:
    """The message in the language and time zone of its reader. Raises NoLongerTrue, and any error of the kind."""
    kind, subject = spoken_by(delivery, notifications)
    reader = reader_for(delivery, notifications[-1].language)
    with translation.override(reader.language), timezone.override(reader.zone):
        letter = kind.write(notifications, now)
    return ShortMessage(kind.name, one_line(letter.about.tag), subject_of(letter), letter.about.url, subject)


LONGEST_TEXT = 1500
"""Longest text, in characters; Discord takes 2000."""

LONGEST_LINE = 300
"""Characters of the title and of the text of a push."""

_MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#:@<-])")


def body(form: str, said: ShortMessage, *, id: str, at: datetime) -> bytes:
    """JSON, at most some kilobytes. `id` is the same for every attempt, so that a program notices what comes twice."""
    return json.dumps(_value(form, said, id, at), ensure_ascii=False, separators=(",", ":")).encode()


def _value(form: str, said: ShortMessage, id: str, at: datetime) -> object:
    if form == Form.DISCORD:
        title, line = (_MARKDOWN.sub(r"\\\1", one) for one in (said.title, said.line))
        text = "\n".join([f"**{title}**: {line}", *(_MARKDOWN.sub(r"\\\1", one) for one in said.more)])
        return {"content": f"{text[:LONGEST_TEXT]}\n<{said.url}>", "allowed_mentions": {"parse": []}, "flags": 4}
    if form == Form.SLACK:
        text = "\n".join([f"{_for_slack(said.title)}: {_for_slack(said.line)}", *map(_for_slack, said.more)])
        return {
            "text": f"{text[:LONGEST_TEXT]}\n<{said.url}>",
            "mrkdwn": False,
            "link_names": False,
            "unfurl_links": False,
        }
    return {
        "id": id,
        "at": at.astimezone(UTC).isoformat(timespec="seconds"),
        "kind": said.kind,
        "subject": said.subject,
        "title": said.title,
        "text": said.line,
        "lines": list(said.more),
        "url": said.url,
    }


def payload(said: ShortMessage) -> bytes:
    """What the service worker shows: the subject of the email, and where a click leads."""
    path = said.url.removeprefix(settings.SITE_URL)
    told = {
        "title": said.title[:LONGEST_LINE],
        "body": said.line[:LONGEST_LINE],
        "path": path,
        "tag": said.subject or said.kind,
    }
    return json.dumps(told, ensure_ascii=False).encode()


def _for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


HEADER = "X-StPete-Signature"


def signature(secret: str, body: bytes, *, at: datetime) -> str:
    """The value of the header.

    >>> from datetime import UTC
    >>> signature("secret", b"{}", at=datetime(2026, 11, 22, tzinfo=UTC))[:16]
    't=1795305600,v1='
    """
    time = int(at.timestamp())
    told = hmac.new(secret.encode(), f"{time}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={time},v1={told}"


GONE = (404, 410)
"""What a push service says of a browser that has unsubscribed."""

TEMPORARY = (408, 425, 429)


class Gone(Hopeless):
    pass


def send(endpoint: Endpoint, said: ShortMessage, *, id: str, now: datetime) -> str:
    """Return what the other side answered once it has the message. Raises NotNow, Hopeless or Gone."""
    try:
        status = _push(endpoint, said, now) if endpoint.channel == Channel.PUSH else _hook(endpoint, said, id, now)
    except AddressRefused as error:
        raise Hopeless(str(error)) from error
    except NoAnswer as error:
        raise NotNow(str(error)) from error
    # of what a stranger's server says only the status is kept: it may be a machine that tells more than it should
    told = f"HTTP {status}"
    if 200 <= status < 300:
        return told
    if endpoint.channel == Channel.PUSH and status in GONE:
        raise Gone(told)
    if status in TEMPORARY or status >= 500:
        raise NotNow(told)
    raise Hopeless(f"{told}, a redirect, which is not followed" if 300 <= status < 400 else told)


def _hook(endpoint: Endpoint, said: ShortMessage, id: str, now: datetime) -> int:
    sent = body(endpoint.form, said, id=id, at=now)
    headers = {"Content-Type": "application/json"}
    if endpoint.form == Form.JSON:
        headers |= {HEADER: signature(endpoint.secret, sent, at=now), "X-StPete-Id": id}
    return post(target_of(endpoint.url), sent, headers)


def _push(endpoint: Endpoint, said: ShortMessage, now: datetime) -> int:
    target = target_of(endpoint.url)
    return post(target, push.encrypt(payload(said), endpoint), push.headers(target, now=now))


def queue_news(now: datetime, limit: int = 1000) -> int:
    """Look at every subject that has a webhook, and queue a delivery for each that has news. Returns how many there are."""
    endpoints = list(Endpoint.objects.exclude(subject="").filter(off_at=None).select_related("user")[:limit])
    by_kind: dict[type[WebhookSubject], list[tuple[WebhookSubject, Endpoint]]] = {}
    for one in endpoints:
        if (subject := webhook_subject(one.subject)) is not None:
            by_kind.setdefault(type(subject), []).append((subject, one))
    made = 0
    for kind, listening in by_kind.items():
        marks = kind.marks([subject.number for subject, _endpoint in listening])
        for subject, endpoint in listening:
            made += _queue(subject, endpoint, marks.get(subject.number, ""), now)
    return made


def _queue(subject: WebhookSubject, endpoint: Endpoint, mark: str, now: datetime) -> bool:
    if mark != endpoint.seen:
        endpoint.seen = mark
        endpoint.due_at = endpoint.due_at or now + notification_delay()
        Endpoint.objects.filter(pk=endpoint.pk).update(seen=endpoint.seen, due_at=endpoint.due_at)
    if endpoint.due_at is None or endpoint.due_at > now:
        return False
    news = _news_for(subject, endpoint, now)
    told = news.mark if news is not None else endpoint.told
    # of two sweeps at once, one finds the time still there
    is_mine = Endpoint.objects.filter(pk=endpoint.pk, due_at=endpoint.due_at).update(due_at=None, told=told)
    if not is_mine or news is None or news.mark == endpoint.told:
        return False
    where = {"channel": Channel.HOOK, "endpoint": str(endpoint.pk), "subject": endpoint.subject}
    Delivery.objects.create(app=NOTIFICATIONS, kind=NEWS, **where, due_at=now, created_at=now)
    return True


def _news_for(subject: WebhookSubject | None, endpoint: Endpoint, now: datetime) -> News | None:
    """What to send to this webhook now, in the language of the user who manages it."""
    if subject is None or not subject.may_set(endpoint.user):
        return None
    with translation.override(endpoint.user.language), timezone.override(endpoint.user.zone):
        return subject.news(now)


def news_message(endpoint: Endpoint, now: datetime) -> ShortMessage | None:
    """The message, written when it is sent; None when there are no news any more."""
    news = _news_for(webhook_subject(endpoint.subject), endpoint, now)
    if news is None:
        return None
    lines = [one_line(line) for line in news.line.splitlines()]
    return ShortMessage(NEWS, one_line(news.about.tag), lines[0], news.about.url, endpoint.subject, tuple(lines[1:]))
