"""What other apps call: queue what is to be told, and forget what is gone."""

from collections.abc import Collection, Iterable
from datetime import timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import User
from notifications import news
from notifications.models import Attempt, Delivery, DeliveryState, Endpoint, Hours, Notification, Preference

GONE = "gone"


def notification_delay() -> timedelta:
    """How long a new question waits before it becomes a mail, so that being asked again meanwhile is one mail."""
    return timedelta(seconds=settings.NOTICE_DELAY)


def queue(notifications: Iterable[Notification]) -> None:
    """Save notifications in one statement, in the transaction of what they tell. One that is already there (same app and
    `key`) stays as it is."""
    told = list(notifications)
    Notification.objects.bulk_create(told, ignore_conflicts=True)
    news.for_people(one.user_id for one in told)


@transaction.atomic
def forget(subject: str) -> None:
    """Something that notifications speak of is gone: what is not yet sent about it never will be.

    A mail that also tells of something else goes out without this.
    """
    about = Notification.objects.filter(subject=subject, dropped="")
    pending = Delivery.objects.filter(state=DeliveryState.PENDING)
    mails = list(pending.filter(notifications__in=about).values_list("pk", flat=True).distinct())
    about.filter(due_at__isnull=False).update(due_at=None, dropped=GONE)
    if mails:
        about.filter(deliveries__in=mails).update(dropped=GONE)
        still = Notification.objects.filter(deliveries__in=mails, dropped="").values("deliveries")
        pending.filter(pk__in=mails).exclude(pk__in=still).update(state=DeliveryState.DROPPED, due_at=None)


def erase(*, subjects: Collection[str]) -> None:
    """Delete what was or is to be told of subjects that are deleted whole, or that are another person's now. Only where no mail
    has gone out."""
    Notification.objects.filter(subject__in=subjects).delete()


@transaction.atomic
def forget_person(user: User) -> None:
    """Wipe what is personal, for an account that is about to be deleted: wishes and hours, browsers and webhooks with their keys,
    what mail servers said, which may name the address, and what was sent or is to be sent to the address from before it had an
    account."""
    Preference.objects.filter(user=user).delete()
    Hours.objects.filter(user=user).delete()
    Endpoint.objects.filter(user=user).delete()
    Attempt.objects.filter(delivery__user=user).update(answer="")
    if user.email:
        Notification.objects.filter(address__iexact=user.email, user=None).delete()
        Delivery.objects.filter(endpoint__iexact=user.email).delete()
