"""Acts on rounds and on the event as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from django import forms
from django.utils.timezone import now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notices.mail.times import moment
from tournaments.events.services.acts import (
    abandoning,
    announcing,
    pausing,
    retrying,
    rounds,
)
from tournaments.events.services.halting import halt_of
from tournaments.models import EntryState, Event, EventState

from .acts import LIVE, ActForm
from .fields import moment_field

ANY = tuple(EventState)


class DeadlineForm(ActForm):
    """A round ends at another time."""

    title: ClassVar = gettext_lazy("Move a deadline")
    about: ClassVar = gettext_lazy("A round ends later, or earlier.")

    round = forms.ChoiceField(label=gettext_lazy("Round"))
    at = moment_field(gettext_lazy("New end of the round"), "")

    def prepare(self) -> None:
        self.fields["at"].required = True
        rounds = self.event.open_rounds
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
            _("The clocks of its games stay; who still plays is reminded before the new end."),
        ]

    def perform(self, now: datetime) -> None:
        rounds.move_deadline(**self.words, number=int(self.cleaned_data["round"]), at=self.cleaned_data["at"], now=now)


class PauseForm(ActForm):
    """The event stands still."""

    title: ClassVar = gettext_lazy("Pause the event")
    about: ClassVar = gettext_lazy("All clocks stop, and nothing is due until it goes on.")

    @classmethod
    def is_possible(cls, event: Event) -> bool:
        return super().is_possible(event) and event.paused_at is None

    def follows(self) -> Sequence[str]:
        return [
            _("The clocks of all its games stop, and no game begins."),
            _("When it goes on, everything that was due comes later by the length of the pause."),
        ]

    def perform(self, now: datetime) -> None:
        pausing.pause(**self.words, now=now)


class ResumeForm(ActForm):
    """The event goes on."""

    title: ClassVar = gettext_lazy("End the pause")
    about: ClassVar = gettext_lazy("All clocks go on with what they had left.")

    @classmethod
    def is_possible(cls, event: Event) -> bool:
        return super().is_possible(event) and event.paused_at is not None

    def follows(self) -> Sequence[str]:
        return [_("All clocks go on with what they had left; deadlines come later by the length of the pause.")]

    def perform(self, now: datetime) -> None:
        pausing.resume(**self.words, now=now)


class RetryForm(ActForm):
    """What has failed is tried again."""

    title: ClassVar = gettext_lazy("Try again")
    about: ClassVar = gettext_lazy("The tournament is on hold: try again what failed.")
    states: ClassVar = LIVE

    @classmethod
    def is_possible(cls, event: Event) -> bool:
        return super().is_possible(event) and halt_of(event, now()) is not None

    def follows(self) -> Sequence[str]:
        return [_("It is tried again within seconds. If it fails again, this page says so; no further email is sent.")]

    def perform(self, now: datetime) -> None:
        retrying.retry(**self.words, now=now)


class AbandonForm(ActForm):
    """The event ends."""

    title: ClassVar = gettext_lazy("Abandon the event")
    about: ClassVar = gettext_lazy("No round follows; what was played counts, or does not.")
    states: ClassVar = (EventState.DRAFT, *LIVE)
    is_grave: ClassVar = True

    results = forms.ChoiceField(
        label=gettext_lazy("What was played"),
        choices=[
            ("yes", gettext_lazy("counts: the standings as they are now are final")),
            ("no", gettext_lazy("does not count: all tables are annulled")),
        ],
        initial="yes",
        widget=forms.RadioSelect,
    )

    def follows(self) -> Sequence[str]:
        told = [_("No round follows. Games that run end and are annulled.")]
        if self.cleaned_data["results"] == "no":
            told.append(_("All games that were played are annulled too and leave the ratings with their next rebuild."))
        return [*told, _("Everybody who is entered gets a mail."), _("This cannot be taken back.")]

    def perform(self, now: datetime) -> None:
        abandoning.abandon(**self.words, with_results=self.cleaned_data["results"] == "yes", now=now)


class AnnounceForm(ActForm):
    """A mail to all."""

    title: ClassVar = gettext_lazy("Write to all players")
    about: ClassVar = gettext_lazy("A mail to everybody who is entered or waits, three times a day at most.")
    states: ClassVar = ANY

    def prepare(self) -> None:
        self.fields["reason"].label = gettext_lazy("What you write")
        self.fields["reason"].error_messages["required"] = gettext_lazy("Write what they should read.")
        self.fields["reason"].help_text = gettext_lazy(
            "It stands in the log of the event too. It may not tell a position of a game that runs."
        )

    def follows(self) -> Sequence[str]:
        people = self.event.entries.filter(state__in=[EntryState.ENTERED, EntryState.WAITING]).count()
        return [_("%(count)s people get a mail, unless they have switched such mails off.") % {"count": people}]

    def perform(self, now: datetime) -> None:
        words = self.words
        announcing.announce(text=words.pop("reason"), **words, now=now)
