"""What has gathered, told together."""

from __future__ import annotations

from collections.abc import Sequence

from notices.kinds import Kind
from notices.models import Delivery, Notice
from notices.registry import kind_of

APP, SUMMARY = "notices", "summary"


def grouped(notices: Sequence[Notice]) -> dict[tuple[Kind, str], list[Notice]]:
    """Notices of different kinds and subjects as they would go out alone: those of one kind and subject, or of one kind that is
    told across subjects, together."""
    found: dict[tuple[Kind, str], list[Notice]] = {}
    for notice in notices:
        kind = kind_of(notice)
        subject = "" if kind.bundling.across_subjects else notice.subject
        found.setdefault((kind, subject), []).append(notice)
    return found


def spoken_by(delivery: Delivery, notices: Sequence[Notice]) -> tuple[Kind, str]:
    """The kind whose letter tells these notices of the delivery, and their subject: their own where only one thing has
    gathered."""
    if (delivery.app, delivery.kind) == (APP, SUMMARY):
        groups = list(grouped(notices))
        if len(groups) == 1:
            return groups[0]
    return kind_of(delivery), delivery.subject
