"""Reminders of people with quiet hours are moved to where they are awake (notifications.planning)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from notifications.models import Hours, Notification
from notifications.planning import remind_at
from notifications.registry import kind_of, known_kinds


def plan_due(now: datetime, limit: int = 500) -> int:
    """Look at each new reminder once. Returns how many were moved. A second sweep at once finds the same times."""
    new = Notification.objects.filter(
        known_kinds(), deadline__isnull=False, due_at__isnull=False, planned_from__isnull=True
    ).order_by("pk")
    people = dict(new.values_list("pk", "user_id")[:limit])
    if not people:
        return 0
    quiet = {
        one.user_id: one
        for one in Hours.objects.filter(user__in=set(people.values()), quiet_from__isnull=False).select_related("user")
    }
    awake = [pk for pk, user in people.items() if user not in quiet or quiet[user].quiet is None]
    Notification.objects.filter(pk__in=awake, due_at__isnull=False).update(planned_from=F("due_at"))
    moved = 0
    usual = {}
    for notification in Notification.objects.filter(pk__in=people.keys() - set(awake)):
        assert notification.user_id is not None
        kind, hours = kind_of(notification), quiet[notification.user_id]
        who = (notification.app, notification.kind, notification.user_id)
        if who not in usual:
            usual[who] = kind.answers_within(hours.user_id)
        assert notification.due_at is not None
        assert notification.deadline is not None
        assert hours.quiet is not None
        at = remind_at(
            due=notification.due_at,
            deadline=notification.deadline,
            asked=notification.created_at,
            quiet=hours.quiet,
            zone=hours.user.zone,
            usual=usual[who],
        )
        same = Notification.objects.filter(pk=notification.pk, due_at=notification.due_at)
        same.update(due_at=at, planned_from=notification.due_at)
        moved += at != notification.due_at
    return moved
