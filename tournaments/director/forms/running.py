"""Acts on rounds and on the tournament as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from django import forms
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.mail.times import moment
from tournaments.lifecycle.services.acts import (
    abandoning,
    announcing,
    pausing,
    retrying,
    rounds,
)
from tournaments.lifecycle.services.halting import halt_of
from tournaments.models import EntryState, Tournament, TournamentState

from .acts import LIVE, ActForm
from .fields import moment_field

ANY = tuple(TournamentState)


class DeadlineForm(ActForm):
    """A round ends at another time."""

    title: ClassVar = gettext_lazy("Change deadline")
    about: ClassVar = gettext_lazy("End a round later or earlier.")

    round = forms.ChoiceField(label=gettext_lazy("Round"))
    at = moment_field(gettext_lazy("New end of the round"), "")

    def prepare(self) -> None:
        self.fields["at"].required = True
        rounds = self.tournament.open_rounds
        self.fields["round"].choices = [  # type: ignore[attr-defined]
            (str(one.number), _("Round %(round)s, until %(at)s") % {"round": one.number, "at": moment(one.deadline_at)})
            for one in rounds
        ]
        if len(rounds) == 1:  # the time of one round would be wrong for another
            self.fields["at"].initial = rounds[0].deadline_at

    def follows(self) -> Sequence[str]:
        values = {"round": self.cleaned_data["round"], "at": moment(self.cleaned_data["at"])}
        return [
            _("Round %(round)s ends on %(at)s.") % values,
            _("The clocks of its games do not change. Players still playing get a reminder before the new end."),
        ]

    def perform(self, now: datetime) -> None:
        rounds.move_deadline(**self.words, number=int(self.cleaned_data["round"]), at=self.cleaned_data["at"], now=now)


class PauseForm(ActForm):
    """The tournament stands still."""

    title: ClassVar = gettext_lazy("Pause tournament")
    about: ClassVar = gettext_lazy("All clocks stop, and no deadline passes until you resume.")

    @classmethod
    def is_possible(cls, tournament: Tournament) -> bool:
        return super().is_possible(tournament) and tournament.paused_at is None

    def follows(self) -> Sequence[str]:
        return [
            _("The clocks of all its games stop, and no new game starts."),
            _("When it resumes, all deadlines move by the length of the pause."),
        ]

    def perform(self, now: datetime) -> None:
        pausing.pause(**self.words, now=now)


class ResumeForm(ActForm):
    """The tournament goes on."""

    title: ClassVar = gettext_lazy("Resume tournament")
    about: ClassVar = gettext_lazy("All clocks resume with the time they had left.")

    @classmethod
    def is_possible(cls, tournament: Tournament) -> bool:
        return super().is_possible(tournament) and tournament.paused_at is not None

    def follows(self) -> Sequence[str]:
        return [_("All clocks resume with the time they had left. Deadlines move by the length of the pause.")]

    def perform(self, now: datetime) -> None:
        pausing.resume(**self.words, now=now)


class RetryForm(ActForm):
    """What has failed is tried again."""

    title: ClassVar = gettext_lazy("Try again")
    about: ClassVar = gettext_lazy("The tournament is on hold: try again what failed.")
    states: ClassVar = LIVE

    @classmethod
    def is_possible(cls, tournament: Tournament) -> bool:
        return super().is_possible(tournament) and halt_of(tournament, now()) is not None

    def follows(self) -> Sequence[str]:
        return [_("It is tried again within seconds. If it fails again, this page says so; no further email is sent.")]

    def perform(self, now: datetime) -> None:
        retrying.retry(**self.words, now=now)


class AbandonForm(ActForm):
    """The tournament ends."""

    title: ClassVar = gettext_lazy("Cancel tournament")
    about: ClassVar = gettext_lazy("There are no more rounds. You decide whether the games played so far count.")
    states: ClassVar = (TournamentState.DRAFT, *LIVE)
    is_grave: ClassVar = True

    results = forms.ChoiceField(
        label=gettext_lazy("Games played so far"),
        choices=[
            ("yes", gettext_lazy("count: the current standings are final")),
            ("no", gettext_lazy("do not count: all tables are voided")),
        ],
        initial="yes",
        widget=forms.RadioSelect,
    )

    def follows(self) -> Sequence[str]:
        told = [_("There are no more rounds. Running games end and are voided.")]
        if self.cleaned_data["results"] == "no":
            told.append(_("Finished games are voided too and drop out of the ratings at the next recalculation."))
        return [*told, _("All registered players get an email."), _("This cannot be undone.")]

    def perform(self, now: datetime) -> None:
        abandoning.abandon(**self.words, with_results=self.cleaned_data["results"] == "yes", now=now)


class AnnounceForm(ActForm):
    """A mail to all."""

    title: ClassVar = gettext_lazy("Email all players")
    about: ClassVar = gettext_lazy(
        "An email to all registered players and the waiting list, at most three times a day."
    )
    states: ClassVar = ANY

    def prepare(self) -> None:
        self.fields["reason"].label = gettext_lazy("Message")
        self.fields["reason"].error_messages["required"] = gettext_lazy(
            "Your message is empty. Write what the players should know."
        )
        self.fields["reason"].help_text = gettext_lazy(
            "Also published in the tournament log. Do not reveal positions of running games."
        )

    def follows(self) -> Sequence[str]:
        people = self.tournament.entries.filter(state__in=[EntryState.ENTERED, EntryState.WAITING]).count()
        return [_("%(count)s people get an email, unless they have turned these emails off.") % {"count": people}]

    def perform(self, now: datetime) -> None:
        words = self.words
        announcing.announce(text=words.pop("reason"), **words, now=now)
