"""What notifications add to the data export of a user (`accounts.export`)."""

from django.utils.translation import gettext_lazy as _

from accounts.export import ExportPart, Plain, table
from accounts.models import User
from notifications.models import Attempt, Delivery, Endpoint, Hours, Notification, Preference


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
