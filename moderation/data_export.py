"""What moderation adds to the archive of a person (`accounts.export`): what was decided about them, and what they
reported.

They do not see who reported them, who of the staff decided, and what staff note for themselves.
"""

from django.utils.translation import gettext_lazy as _

from accounts.export import ExportPart, Plain, table
from accounts.models import User
from moderation.actions import key_of
from moderation.models import Complaint, Measure, NetworkSight, TrailRow
from moderation.notifications import PERSON

TOLD = ("rename",)
"""Actions without a row of their own, whose reason the person was told word for word."""


def _measures(user: User) -> Plain:
    of_measure = ("kind", "reason", "since", "until", "ended_at", "appeal", "appealed_at", "answer", "answered_at")
    acts = TrailRow.objects.filter(about=key_of(PERSON, user.pk), act__in=TOLD)
    return {
        "measures": table(Measure.objects.filter(user=user), *of_measure),
        "acts": table(acts, "act", "at", "reason"),
        "networks_noted": table(NetworkSight.objects.filter(user=user), "at"),
    }


def _reports(user: User) -> Plain:
    """With the context: the reporter saw it when they wrote."""
    names = ("about", "reason", "words", "context", "at", "settled_at")
    return {"reports": table(Complaint.objects.filter(reporter=user), *names)}


PARTS = (
    ExportPart("measures.json", _("the site team's decisions about you, and your appeals"), _measures),
    ExportPart("reports.json", _("people and games you reported to the site team"), _reports),
)
