"""What waits for a decision of staff: reports and appeals."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from moderation.actions import Need
from moderation.models import Complaint, Measure
from moderation.registry import own_keys


def complaints(now: datetime) -> int:
    return Complaint.objects.filter(settled_at=None).count()


def complaints_for(now: datetime, reader: User) -> int:
    return Complaint.objects.filter(settled_at=None).exclude(about__in=own_keys(reader)).count()


def appeals(now: datetime) -> int:
    return Measure.objects.filter(appealed_at__isnull=False, answered_at=None).count()


NEEDS = (
    Need(
        "complaints",
        _("open reports of players and games"),
        "moderation.view_complaint",
        complaints,
        lambda: reverse("admin:moderation_complaint_changelist") + "?settled=no",
        count_for=complaints_for,
    ),
    Need(
        "appeals",
        _("appeals awaiting an answer"),
        "moderation.view_measure",
        appeals,
        lambda: reverse("admin:moderation_measure_changelist") + "?appeals=open",
    ),
)
