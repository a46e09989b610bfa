"""What other apps call: queue notifications, publish to open pages, forget what is deleted, and delete old rows; the data export.

The privacy page states each retention period (`stpete_site.retention`).
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Protocol, cast

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.core.cache import caches
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.export import ExportPart, Plain, table
from accounts.models import ApiToken, Device, User
from notifications.models import (
    Attempt,
    Delivery,
    DeliveryState,
    Endpoint,
    Hours,
    Notification,
    Preference,
)
from statements import Insert
from streams.words import Out, You, mark_of


class Publishing(Protocol):
    """The site's cache, which shares its server with the streams."""

    def publish(self, text: str) -> None: ...


def publish(text: object) -> None:
    cast(Publishing, caches["default"]).publish(str(text))


def publish_to(people: Iterable[int | None]) -> None:
    """Tell open pages of these users to look again, once the transaction is committed."""
    named = tuple(sorted({one for one in people if one is not None}))
    if named:
        transaction.on_commit(partial(publish, You(named)), robust=True)


ROWS_AT_ONCE = 1000
"""Rows that go in one transaction."""
KEEP_MESSAGES = timedelta(days=180)
"""How long messages are kept, with the answers of servers. The notification itself stays, so that nothing is sent twice."""
KEEP_ADDRESSES = timedelta(days=90)
"""How long an address without an account is kept, with what was sent to it."""
KEEP_SCORES = timedelta(days=365)
"""How long the fingerprint of an address is kept after its last bounce."""


def forget_messages(*, now: datetime) -> int:
    """Messages that came to an end, with the answers of servers and reports about them. Returns how many rows went."""
    old = Delivery.objects.filter(created_at__lt=now - KEEP_MESSAGES).exclude(state=DeliveryState.PENDING)
    return delete_in_pieces(old)


def forget_addresses(*, now: datetime) -> int:
    """Addresses of people without an account, in notifications and in messages to them. Returns how many rows went."""
    before = now - KEEP_ADDRESSES
    told = Notification.objects.filter(~Q(address=""), user=None, due_at=None, created_at__lt=before)
    sent = Delivery.objects.filter(user=None, created_at__lt=before).exclude(state=DeliveryState.PENDING)
    return delete_in_pieces(sent) + delete_in_pieces(told)


def delete_in_pieces(rows: QuerySet[Any]) -> int:
    """Delete these rows with what hangs on them, so many at once that no transaction is long. Returns how many rows went."""
    gone = 0
    while numbers := list(rows.order_by("pk").values_list("pk", flat=True)[:ROWS_AT_ONCE]):
        gone += rows.model._default_manager.filter(pk__in=numbers).delete()[0]
    return gone


GONE = "gone"


def notification_delay() -> timedelta:
    """How long a new question waits before it becomes an email, so that being asked again meanwhile is one email."""
    return timedelta(seconds=settings.NOTICE_DELAY)


_insert = Insert(Notification, once=True)


def save(notifications: Sequence[Notification]) -> None:
    """Save notifications in one statement for a thousand, in the transaction of the event. One that exists already (same app and
    `key`) stays as it is. The caller tells open pages of it."""
    for start in range(0, len(notifications), ROWS_AT_ONCE):
        _insert(notifications[start : start + ROWS_AT_ONCE])


def queue(notifications: Iterable[Notification]) -> None:
    """Save notifications, and tell open pages of their readers to look again."""
    told = list(notifications)
    save(told)
    publish_to(one.user_id for one in told)


@transaction.atomic
def forget(subject: str) -> None:
    """A subject was deleted: drop what has not been sent about it. An email that is also about something else goes out
    without this."""
    about = Notification.objects.filter(subject=subject, dropped="")
    pending = Delivery.objects.filter(state=DeliveryState.PENDING)
    mails = list(pending.filter(notifications__in=about).values_list("pk", flat=True).distinct())
    about.filter(due_at__isnull=False).update(due_at=None, dropped=GONE)
    if mails:
        about.filter(deliveries__in=mails).update(dropped=GONE)
        still = Notification.objects.filter(deliveries__in=mails, dropped="").values("deliveries")
        pending.filter(pk__in=mails).exclude(pk__in=still).update(
            state=DeliveryState.DROPPED, due_at=None, dropped=GONE
        )


def erase(*, subjects: Collection[str]) -> None:
    """Delete all notifications about subjects that are deleted whole, or that now belong to another user. Only where no
    email has gone out."""
    Notification.objects.filter(subject__in=subjects).delete()


@transaction.atomic
def forget_person(user: User) -> None:
    """Delete what is personal, for an account that is about to be deleted: settings, hours, browsers and webhooks with their
    keys, answers of mail servers, which may name the address, and everything for the address from before it had an
    account."""
    Preference.objects.filter(user=user).delete()
    Hours.objects.filter(user=user).delete()
    Endpoint.objects.filter(user=user).delete()
    Attempt.objects.filter(delivery__user=user).update(answer="")
    if user.email:
        Notification.objects.filter(address__iexact=user.email, user=None).delete()
        Delivery.objects.filter(endpoint__iexact=user.email).delete()


@receiver(user_logged_out)
def end_streams(request: HttpRequest, **_signal: Any) -> None:
    """Signing out, also elsewhere, and revoking a token end what listened with it: open pages and programs. Django sends the signal
    while the session is still there."""
    if key := request.session.session_key:
        publish(Out(mark_of(key)))


@receiver(post_delete, sender=Device)
def end_of_session(instance: Device, **_signal: Any) -> None:
    _end(instance.session_key)


@receiver(post_delete, sender=ApiToken)
def end_of_token(instance: ApiToken, **_signal: Any) -> None:
    """Streams know a token by its hash; its text is kept nowhere."""
    _end(instance.hash)


def _end(key: str) -> None:
    transaction.on_commit(partial(publish, Out(mark_of(key))), robust=True)


def _told(user: User) -> Plain:
    notifications = Notification.objects.filter(user=user)
    messages = Delivery.objects.filter(user=user)
    of_message = ("id", "kind", "subject", "channel", "state", "attempts", "created_at", "sent_at")
    return {
        "notifications": table(notifications, "kind", "subject", "created_at", "due_at", "deadline", "dropped"),
        "messages": table(messages, *of_message),
        "answers_of_servers": table(Attempt.objects.filter(delivery__user=user), "delivery", "at", "answer"),
    }


def _wishes(user: User) -> Plain:
    of_endpoint = [
        "channel",
        "label",
        "url",
        "form",
        "subject",
        "created_at",
        "worked_at",
        "failed_at",
        "last_error",
        "off_at",
    ]
    return {
        "wishes": table(Preference.objects.filter(user=user), "category", "channel", "subject", "when"),
        "hours": table(Hours.objects.filter(user=user), "digest", "gather_minutes", "quiet_from", "quiet_until"),
        "browsers_and_webhooks": table(Endpoint.objects.filter(user=user), *of_endpoint),
    }


PARTS = (
    ExportPart("told.json", _("notifications sent to you, their channels and the servers' responses"), _told),
    ExportPart("wishes.json", _("your notification settings and destinations"), _wishes),
)
