"""Work of the queues that went wrong, and needs a hand."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from moderation.actions import Need
from moderation.models import FailedTask

DAY = timedelta(days=1)


def failed(now: datetime) -> int:
    return FailedTask.objects.filter(at__gt=now - DAY).count()


NEEDS = (
    Need(
        "failed-tasks",
        _("tasks that failed in the last 24 hours"),
        "moderation.view_failedtask",
        failed,
        lambda: reverse("admin:moderation_failedtask_changelist"),
    ),
)
