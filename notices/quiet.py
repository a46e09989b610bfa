"""Reminders of people with quiet hours are moved to where they are awake (notices.planning)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from notices.models import Hours, Notice
from notices.planning import remind_at
from notices.registry import kind_of, known_kinds


def plan_due(now: datetime, limit: int = 500) -> int:
    """Look at each new reminder once. Returns how many were moved. A second sweep at once finds the same times."""
    new = Notice.objects.filter(
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
    Notice.objects.filter(pk__in=awake, due_at__isnull=False).update(planned_from=F("due_at"))
    moved = 0
    usual = {}
    for notice in Notice.objects.filter(pk__in=people.keys() - set(awake)):
        assert notice.user_id is not None
        kind, hours = kind_of(notice), quiet[notice.user_id]
        who = (notice.app, notice.kind, notice.user_id)
        if who not in usual:
            usual[who] = kind.answers_within(hours.user_id)
        assert notice.due_at is not None
        assert notice.deadline is not None
        assert hours.quiet is not None
        at = remind_at(
            due=notice.due_at,
            deadline=notice.deadline,
            asked=notice.created_at,
            quiet=hours.quiet,
            zone=hours.user.zone,
            usual=usual[who],
        )
        same = Notice.objects.filter(pk=notice.pk, due_at=notice.due_at)
        same.update(due_at=at, planned_from=notice.due_at)
        moved += at != notice.due_at
    return moved
