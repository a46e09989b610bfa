"""What staff may do about mails that went out, or did not."""

from datetime import timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import name_key
from accounts.permissions import can
from moderation.actions import (
    Card,
    Hit,
    Need,
    Order,
    RecordedChange,
    StaffAction,
    StaffFact,
    StaffPart,
    Subject,
    moment,
)
from moderation.errors import StaffRefusal
from notifications.history import NotAgain, send_again
from notifications.models import Delivery, DeliveryState, Notification
from notifications.registry import is_secret, kinds
from statements import row_number

MAIL = "mail"
WEEK = timedelta(days=7)


def _shown() -> Q:
    """Without what apps keep secret: a notification says who was told what."""
    return ~is_secret() & Q(user__isnull=False, user__guest_until=None)


def card(number: int, reader: User) -> Card | None:
    """The number is that of the notification: a mail may carry several."""
    notification = Notification.objects.filter(_shown(), pk=number).select_related("user").first()
    if notification is None or notification.user is None:
        return None
    kind = kinds().get((notification.app, notification.kind))
    facts = [
        StaffFact(
            gettext_lazy("To"), notification.user.name, reverse("admin:about", args=["person", notification.user.pk])
        ),
        StaffFact(gettext_lazy("About"), notification.subject),
        StaffFact(gettext_lazy("Created"), moment(notification.created_at)),
    ]
    if notification.dropped:
        facts.append(StaffFact(gettext_lazy("Not sent"), notification.dropped))
    for one in notification.deliveries.order_by("pk"):
        answer = one.last_answer if can(reader, "moderation.see_addresses") else ""
        facts.append(
            StaffFact(DeliveryState(one.state).label, " ".join(filter(None, [moment(one.created_at), answer])))
        )
    title = str(kind.label) if kind else notification.kind
    return Card(title, "", reverse("admin:notifications_notification_change", args=[number]), facts)


def find(text: str, limit: int, reader: User) -> list[Hit]:
    wanted = Q(user__name_key=name_key(text)) | Q(subject=text) | Q(pk=row_number(text))
    found = Notification.objects.filter(_shown(), wanted).select_related("user").order_by("-pk")[:limit]
    return [Hit(one.pk, f"{one.kind}, {one.subject}", one.user.name if one.user else "") for one in found]


SUBJECTS = (
    Subject(
        MAIL,
        gettext_lazy("Emails"),
        "notifications.view_notification",
        "notifications.notification",
        card,
        find,
        is_own=lambda number, user: Notification.objects.filter(pk=number, user=user).exists(),
    ),
)


class SendAgain(StaffAction):
    slug = "resend-mail"
    subject = MAIL
    title = gettext_lazy("Send again")
    about = gettext_lazy(
        "Sends the current version by every channel the person has chosen. Outdated notifications are not sent."
    )
    permission = "moderation.resend_mail"

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        notification = Notification.objects.filter(_shown(), pk=order.number).select_related("user").first()
        if notification is None or notification.user is None:
            raise StaffRefusal
        try:
            made = send_again(notification_id=notification.pk, user=notification.user, now=order.now)
        except NotAgain as error:
            raise StaffRefusal(str(error)) from error
        if not made:
            raise StaffRefusal(_("No channel is available for this notification."))
        return RecordedChange(after={"mails": [one.pk for one in made]})


ACTIONS = (SendAgain,)
NEEDS = (
    Need(
        "undeliverable",
        gettext_lazy("people whose emails bounce"),
        "accounts.view_user",
        lambda now: User.objects.filter(mail_stopped_at__isnull=False, deleted_at=None, is_active=True).count(),
        lambda: reverse("admin:accounts_user_changelist") + "?mails=stopped",
    ),
    Need(
        "failed-mails",
        gettext_lazy("emails that failed in the last week"),
        "notifications.view_delivery",
        lambda now: Delivery.objects.filter(
            state=DeliveryState.FAILED, user__isnull=False, created_at__gt=now - WEEK
        ).count(),
        lambda: reverse("admin:notifications_delivery_changelist") + "?state=failed",
    ),
)
STAFF = StaffPart(SUBJECTS, ACTIONS, NEEDS)
