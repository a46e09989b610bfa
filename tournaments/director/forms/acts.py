"""The acts of directors as forms: what each asks for, what will follow from it, and the service that does it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.models import Tournament, TournamentState

LIVE = (TournamentState.OPEN, TournamentState.RUNNING)
RUNS = (TournamentState.RUNNING,)


class ReasonedForm(forms.Form):
    """What all acts have: a reason for everybody and words for directors only."""

    title: ClassVar[str | Promise]
    about: ClassVar[str | Promise]
    is_grave: ClassVar[bool] = False
    has_nothing = False
    """Whether there is nothing that could be chosen, so that the form cannot be sent."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        error_messages={"required": _("Enter a reason. The affected players are notified and everyone can read it.")},
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Public in the tournament log. Do not reveal positions of running games."),
    )
    private = forms.CharField(
        label=_("For directors only"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Only directors can read this."),
    )

    def __init__(self, *args: Any, director: User, **kwargs: Any) -> None:
        self.director = director
        super().__init__(*args, **kwargs)
        self.prepare()
        self.order_fields([*(name for name in self.fields if name not in ("reason", "private")), "reason", "private"])

    def prepare(self) -> None:
        """Fill choices from what the act is about."""

    @property
    def needs_choice(self) -> bool:
        """Whether something must be chosen before the rest can be asked."""
        return False

    def follows(self) -> Sequence[str]:
        """What will follow, in sentences. Call it on a valid form only."""
        raise NotImplementedError

    def perform(self, now: datetime) -> None:
        """Do it. Raises an LifecycleError or another GameError."""
        raise NotImplementedError

    @property
    def words(self) -> dict[str, Any]:
        """The arguments that every service of acts has beside what it is about."""
        return {
            "director": self.director,
            "reason": self.cleaned_data["reason"],
            "private": self.cleaned_data["private"],
        }


class ActForm(ReasonedForm):
    """An act on a tournament."""

    states: ClassVar[tuple[TournamentState, ...]] = RUNS

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        self.tournament = tournament
        super().__init__(*args, **kwargs)

    @classmethod
    def is_possible(cls, tournament: Tournament) -> bool:
        """Whether the tournament stands so that this act has something to act on."""
        return tournament.state in cls.states

    def offer(self, field: str, choices: Sequence[Any], *, nothing: str) -> None:
        """Give a field what can be chosen, or say that there is `nothing`; and why one's own tables are not among it."""
        self.fields[field].choices = choices  # type: ignore[attr-defined]
        plays = self.tournament.entries.filter(user=self.director).exists()
        own = gettext("Your own tables are not listed; another director decides there.") if plays else ""
        self.fields[field].help_text = own if choices else f"{nothing} {own}".rstrip()
        self.has_nothing = not choices

    @property
    def words(self) -> dict[str, Any]:
        return {"tournament_id": self.tournament.pk, **super().words}
