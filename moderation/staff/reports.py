"""What waits for a decision of staff: reports and appeals."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from moderation.acts import Need
from moderation.models import Complaint, Measure


def complaints(now: datetime) -> int:
    return Complaint.objects.filter(settled_at=None).count()


def appeals(now: datetime) -> int:
    return Measure.objects.filter(appealed_at__isnull=False, answered_at=None).count()


NEEDS = (
    Need(
        "complaints",
        _("open reports of people and games"),
        "moderation.view_complaint",
        complaints,
        lambda: reverse("admin:moderation_complaint_changelist") + "?settled=no",
    ),
    Need(
        "appeals",
        _("appeals that wait for an answer"),
        "moderation.view_measure",
        appeals,
        lambda: reverse("admin:moderation_measure_changelist") + "?appeals=open",
    ),
)
