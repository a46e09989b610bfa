"""Acts on the registration of a tournament that has not started."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.lifecycle.services.acts import registration
from tournaments.models import Tournament, TournamentState

from .acts import ActForm

GATHERS = (TournamentState.OPEN,)


class CloseEntriesForm(ActForm):
    """Nobody enters any more."""

    title: ClassVar = gettext_lazy("Close registration")
    about: ClassVar = gettext_lazy("No new registrations; registered players stay.")
    states: ClassVar = GATHERS

    @classmethod
    def is_possible(cls, tournament: Tournament) -> bool:
        return super().is_possible(tournament) and not _is_closed(tournament)

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
    def is_possible(cls, tournament: Tournament) -> bool:
        return super().is_possible(tournament) and _is_closed(tournament)

    def follows(self) -> Sequence[str]:
        return [_("Players can register again until the tournament starts.")]

    def perform(self, now: datetime) -> None:
        registration.reopen_entries(**self.words, now=now)


def _is_closed(tournament: Tournament) -> bool:
    return tournament.closes_at is not None and tournament.closes_at <= timezone.now()
