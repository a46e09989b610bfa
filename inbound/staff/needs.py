"""Mails from players that nobody could handle."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from inbound.models import InboundMail, MailState
from moderation.acts import Need

WEEK = timedelta(days=7)


def failed(now: datetime) -> int:
    return InboundMail.objects.filter(state=MailState.FAILED, received_at__gt=now - WEEK).count()


NEEDS = (
    Need(
        "failed-inbound",
        _("incoming emails that failed in the last week"),
        "inbound.view_inboundmail",
        failed,
        lambda: reverse("admin:inbound_inboundmail_changelist") + "?state=failed",
    ),
)
