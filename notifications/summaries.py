"""What has gathered, told together."""

from __future__ import annotations

from collections.abc import Sequence

from notifications.kinds import Email
from notifications.models import Delivery, Notification
from notifications.registry import kind_of

APP, SUMMARY = "notifications", "summary"


def grouped(notifications: Sequence[Notification]) -> dict[tuple[Email, str], list[Notification]]:
    """Notifications of different kinds and subjects as they would go out alone: those of one kind and subject, or of
    one kind that is
    told across subjects, together."""
    found: dict[tuple[Email, str], list[Notification]] = {}
    for notification in notifications:
        kind = kind_of(notification)
        subject = "" if kind.bundling.across_subjects else notification.subject
        found.setdefault((kind, subject), []).append(notification)
    return found


def spoken_by(delivery: Delivery, notifications: Sequence[Notification]) -> tuple[Email, str]:
    """The kind whose letter tells these notifications of the delivery, and their subject: their own where only one thing has
    gathered."""
    if (delivery.app, delivery.kind) == (APP, SUMMARY):
        groups = list(grouped(notifications))
        if len(groups) == 1:
            return groups[0]
    return kind_of(delivery), delivery.subject
