"""Telling something once more, and sending a test."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from notices.letters.test import APP, NAME
from notices.looking import why_not
from notices.models import Delivery, DeliveryState, Notice
from notices.registry import kinds, reasons_of_all
from notices.routes import reach_of
from notices.services import queue


class NotAgain(Exception):
    """It is not sent once more; with a stable code and a sentence for who asked."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


@transaction.atomic
def send_again(*, notice_id: int, user: User, now: datetime) -> list[Delivery]:
    """Tell `user` once more of something, as it is now, at once and by every way by which he wishes to be told of it. Raises
    NotAgain, and Notice.DoesNotExist for what was told to somebody else."""
    notice = Notice.objects.select_for_update(of=("self",)).select_related("user").get(pk=notice_id, user=user)
    kind = kinds().get((notice.app, notice.kind))
    if kind is None or kind.category.is_asked_for:
        raise NotAgain("no_such_kind", _("This cannot be sent again."))
    if notice.due_at is not None or notice.deliveries.filter(state=DeliveryState.PENDING).exists():
        raise NotAgain("on_its_way", _("It is already on its way."))
    reach = reach_of(user)
    if reason := why_not(notice, now, reach, "", None):
        words = reasons_of_all().get(reason, reason)
        raise NotAgain("not_true", _("Not sent again. %(reason)s") % {"reason": words})
    Notice.objects.filter(pk=notice.pk).update(dropped="", held="")
    again = []
    for route in reach.routes(kind, notice.subject):
        delivery = Delivery.objects.create(
            app=notice.app,
            kind=notice.kind,
            subject=notice.subject,
            user=user,
            channel=route.channel,
            endpoint=route.endpoint,
            due_at=now,
            created_at=now,
        )
        delivery.notices.add(notice)
        again.append(delivery)
    return again


def send_test(*, user: User, now: datetime) -> None:
    """A mail to see that mails arrive; the next sweep sends it, also to an address that nothing else is sent to."""
    key = f"{NAME}:{user.pk}:{now.isoformat()}"
    queue([Notice(app=APP, kind=NAME, key=key, user=user, created_at=now, due_at=now)])
