"""What waits for a hand of staff: reports, appeals, and work of the queues that went wrong."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from moderation.actions import Need, own_keys
from moderation.models import Complaint, FailedTask, Measure

DAY = timedelta(days=1)


def complaints_for(now: datetime, reader: User) -> int:
    return Complaint.objects.filter(settled_at=None).exclude(about__in=own_keys(reader)).count()


NEEDS = (
    Need(
        "complaints",
        _("open reports of players and games"),
        "moderation.view_complaint",
        lambda now: Complaint.objects.filter(settled_at=None).count(),
        lambda: reverse("admin:moderation_complaint_changelist") + "?settled=no",
        count_for=complaints_for,
    ),
    Need(
        "appeals",
        _("appeals awaiting an answer"),
        "moderation.view_measure",
        lambda now: Measure.objects.filter(appealed_at__isnull=False, answered_at=None).count(),
        lambda: reverse("admin:moderation_measure_changelist") + "?appeals=open",
    ),
    Need(
        "failed-tasks",
        _("tasks that failed in the last 24 hours"),
        "moderation.view_failedtask",
        lambda now: FailedTask.objects.filter(at__gt=now - DAY).count(),
        lambda: reverse("admin:moderation_failedtask_changelist"),
    ),
)
