"""News of tables and tournaments for webhooks of their own: one message a turn, however many players are to move.

A sweep looks at all subjects that have such a webhook. Where something has changed, it waits as long as an email would, and
then tells what is so at that time. The app of the subject writes the news, as a visitor may see them (`WebhookSubject`).
"""

from datetime import datetime

from django.utils import timezone, translation

from notifications.channels.send import ShortMessage
from notifications.kinds import News, WebhookSubject
from notifications.mail.render import one_line
from notifications.models import Channel, Delivery, Endpoint
from notifications.registry import NEWS, NOTIFICATIONS, webhook_subject
from notifications.services import notification_delay


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
