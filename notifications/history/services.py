"""Telling something once more, and sending a test."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from notifications.channels.failing import APP
from notifications.emails import TEST
from notifications.models import Delivery, DeliveryState, Notification
from notifications.prefetch import why_not
from notifications.registry import kinds, reasons_of_all
from notifications.routes import reach_of
from notifications.services import queue


class NotAgain(Exception):
    """It is not sent once more; with a stable code and a sentence for who asked."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


@transaction.atomic
def send_again(*, notification_id: int, user: User, now: datetime) -> list[Delivery]:
    """Tell `user` once more of something, as it is now, at once and by every way by which he wishes to be told of it. Raises
    NotAgain, and Notification.DoesNotExist for what was told to somebody else."""
    notification = (
        Notification.objects.select_for_update(of=("self",)).select_related("user").get(pk=notification_id, user=user)
    )
    kind = kinds().get((notification.app, notification.kind))
    if kind is None or kind.category.is_asked_for:
        raise NotAgain("no_such_kind", _("This cannot be sent again."))
    if notification.due_at is not None or notification.deliveries.filter(state=DeliveryState.PENDING).exists():
        raise NotAgain("on_its_way", _("It is already on its way."))
    reach = reach_of(user)
    if reason := why_not(notification, now, reach, "", None):
        words = reasons_of_all().get(reason, reason)
        raise NotAgain("not_true", _("Not sent again. %(reason)s") % {"reason": words})
    Notification.objects.filter(pk=notification.pk).update(dropped="", held="")
    again = []
    for route in reach.routes(kind, notification.subject):
        delivery = Delivery.objects.create(
            app=notification.app,
            kind=notification.kind,
            subject=notification.subject,
            user=user,
            channel=route.channel,
            endpoint=route.endpoint,
            due_at=now,
            created_at=now,
        )
        delivery.notifications.add(notification)
        again.append(delivery)
    return again


def send_test(*, user: User, now: datetime) -> None:
    """A mail to see that mails arrive; the next sweep sends it, also to an address that nothing else is sent to."""
    key = f"{TEST}:{user.pk}:{now.isoformat()}"
    queue([Notification(app=APP, kind=TEST, key=key, user=user, created_at=now, due_at=now)])
