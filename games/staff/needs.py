"""What of games needs a hand."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.alerts import counts
from games.chat.services import not_own
from games.models import Report
from moderation.actions import Need


def overdue(now: datetime) -> int:
    """Deadlines, bots, mails and whatever else no sweep has dealt with for a minute."""
    return sum(counts(now).values())


def reports(now: datetime) -> int:
    return Report.objects.filter(settled_at=None).count()


def reports_for(now: datetime, reader: User) -> int:
    return not_own(reader).filter(settled_at=None).count()


NEEDS = (
    Need(
        "overdue",
        _("deadlines, bots, emails and tournaments overdue by more than a minute"),
        "games.view_game",
        overdue,
        lambda: reverse("health"),
    ),
    Need(
        "reports",
        _("open reports of chat messages"),
        "games.view_report",
        reports,
        lambda: reverse("admin:games_report_changelist") + "?settled=no",
        count_for=reports_for,
    ),
)
