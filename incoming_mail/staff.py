"""Mails from players that nobody could handle."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from incoming_mail.models import IncomingMail, MailState
from moderation.actions import Need, StaffPart

WEEK = timedelta(days=7)


NEEDS = (
    Need(
        "failed-incoming-mail",
        _("incoming emails that failed in the last week"),
        "incoming_mail.view_incomingmail",
        lambda now: IncomingMail.objects.filter(state=MailState.FAILED, received_at__gt=now - WEEK).count(),
        lambda: reverse("admin:incoming_mail_incomingmail_changelist") + "?state=failed",
    ),
)
STAFF = StaffPart(needs=NEEDS)
