"""A delivery in a line: what the subject of its mail says, and where to look. Nothing else of a letter goes to other services."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone, translation

from notifications.mail.compose import reader_for
from notifications.mail.render import one_line, subject_of
from notifications.models import Delivery, Notification
from notifications.summaries import spoken_by


@dataclass(frozen=True, slots=True)
class Said:
    """`tag` is what stands in the brackets of a subject: number and title, which somebody typed. `line` are words of ours."""

    kind: str
    tag: str
    line: str
    url: str
    subject: str = ""
    more: Sequence[str] = field(default_factory=tuple)

    @property
    def title(self) -> str:
        return f"St Pete {self.tag}".strip()


def said(delivery: Delivery, notifications: Sequence[Notification], now: datetime) -> Said:
    """In the language and the zone of whoever reads it. Raises NoLongerTrue, and whatever else goes wrong."""
    kind, subject = spoken_by(delivery, notifications)
    reader = reader_for(delivery, notifications)
    with translation.override(reader.language), timezone.override(reader.zone):
        letter = kind.write(notifications, now)
    return Said(kind.name, one_line(letter.about.tag), subject_of(letter), letter.about.url, subject)
