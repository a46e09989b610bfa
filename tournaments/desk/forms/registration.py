"""Acts on the registration of an event that has not started."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.events.services.acts import registration
from tournaments.models import Event, EventState

from .acts import ActForm

GATHERS = (EventState.OPEN,)


class CloseEntriesForm(ActForm):
    """Nobody enters any more."""

    title: ClassVar = gettext_lazy("Close registration")
    about: ClassVar = gettext_lazy("No new registrations; registered players stay.")
    states: ClassVar = GATHERS

    @classmethod
    def is_possible(cls, event: Event) -> bool:
        return super().is_possible(event) and not _is_closed(event)

    def follows(self) -> Sequence[str]:
        return [
            _("No new registrations. You can still add players yourself."),
            _("The tournament starts as planned. You can reopen registration until then."),
        ]

    def perform(self, now: datetime) -> None:
        registration.close_entries(**self.words, now=now)


class ReopenEntriesForm(ActForm):
    """People enter again."""

    title: ClassVar = gettext_lazy("Reopen registration")
    about: ClassVar = gettext_lazy("Players can register again until the tournament starts.")
    states: ClassVar = GATHERS

    @classmethod
    def is_possible(cls, event: Event) -> bool:
        return super().is_possible(event) and _is_closed(event)

    def follows(self) -> Sequence[str]:
        return [_("Players can register again until the tournament starts.")]

    def perform(self, now: datetime) -> None:
        registration.reopen_entries(**self.words, now=now)


def _is_closed(event: Event) -> bool:
    return event.closes_at is not None and event.closes_at <= timezone.now()
