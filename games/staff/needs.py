"""What of games needs a hand, and what it means for them that somebody cannot come in."""

from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.alerts import counts
from games.chat.services.reporting import not_own
from games.models import Report
from games.play.services.by_staff import keep_seats_of
from games.tables.services.leaving import rise
from moderation.actions import Need


def suspended(user: User, now: datetime) -> None:
    """Bots keep the seats where other people play; tables that have not begun go on without this player, their own close."""
    rise(user=user, now=now)
    keep_seats_of(user, now=now)


WHEN_SUSPENDED = suspended
NEEDS = (
    Need(
        "overdue",
        _("deadlines, bots, emails and tournaments overdue by more than a minute"),
        "games.view_game",
        lambda now: sum(counts(now).values()),
        lambda: reverse("health"),
    ),
    Need(
        "reports",
        _("open reports of chat messages"),
        "games.view_report",
        lambda now: Report.objects.filter(settled_at=None).count(),
        lambda: reverse("admin:games_report_changelist") + "?settled=no",
        count_for=lambda now, reader: not_own(reader).filter(settled_at=None).count(),
    ),
)
