"""Acts on entrants and directors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.desk import choices
from tournaments.events.errors import EntriesClosed
from tournaments.events.services import entering
from tournaments.events.services.acts import directors, entrants
from tournaments.models import EntryState, EventState
from tournaments.pages.leaving import of_games

from .acts import LIVE, ActForm
from .fields import PlayerField

ANY = tuple(EventState)


class EntryForm(ActForm):
    """Asks for one entrant."""

    states: ClassVar = LIVE
    entry_states: ClassVar[tuple[EntryState, ...]] = (EntryState.ENTERED, EntryState.WAITING)

    entry = forms.ChoiceField(label=gettext_lazy("Player"))

    def prepare(self) -> None:
        self.fields["entry"].choices = choices.entries(self.event, self.entry_states)  # type: ignore[attr-defined]

    @property
    def who(self) -> dict[str, str]:
        named: dict[str, str] = dict(self.fields["entry"].choices)  # type: ignore[attr-defined]
        return {"name": named[self.cleaned_data["entry"]]}

    def of_games(self) -> Iterator[str]:
        """What becomes of the games of the chosen player: of those that run, and where that depends on how many are over."""
        if self.event.is_running:
            yield _("Running games go on; declare them lost if they should not.")
        yield from of_games(self.event, self.event.entries.get(pk=self.cleaned_data["entry"]).number)


class WithdrawForm(EntryForm):
    """An entrant is paired no more."""

    title: ClassVar = gettext_lazy("Withdraw a player")
    about: ClassVar = gettext_lazy("Not paired any more, but may come back.")

    def follows(self) -> Sequence[str]:
        return [_("%(name)s is not paired any more and may come back.") % self.who, *self.of_games()]

    def perform(self, now: datetime) -> None:
        entrants.withdraw(**self.words, entry_id=int(self.cleaned_data["entry"]), now=now)


class RemoveForm(EntryForm):
    """An entrant is taken out."""

    title: ClassVar = gettext_lazy("Remove a player")
    about: ClassVar = gettext_lazy("Not paired any more; only a director can bring this player back.")
    entry_states: ClassVar = (EntryState.ENTERED, EntryState.WAITING, EntryState.WITHDRAWN)
    is_grave: ClassVar = True

    def follows(self) -> Sequence[str]:
        return [_("%(name)s is not paired any more and cannot come back alone.") % self.who, *self.of_games()]

    def perform(self, now: datetime) -> None:
        entrants.remove(**self.words, entry_id=int(self.cleaned_data["entry"]), now=now)


class AddForm(ActForm):
    """Somebody is entered by a director."""

    title: ClassVar = gettext_lazy("Add a player")
    about: ClassVar = gettext_lazy("Enter somebody by name, whatever the conditions say.")
    states: ClassVar = LIVE

    name = PlayerField(gettext_lazy("Name"))

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        is_new = not self.event.entries.filter(user__display_name=name, number__isnull=False).exists()
        if self.event.is_running and is_new:
            try:
                entering.late_round(self.event)
            except EntriesClosed as error:
                raise forms.ValidationError(str(error), code=error.code) from error
        return name

    def follows(self) -> Sequence[str]:
        told = [_("%(name)s is entered and gets a mail.") % {"name": self.cleaned_data["name"]}]
        if self.event.is_running:
            told.append(_("The first game is that of the next round; rounds missed count as the event states."))
        return told

    def perform(self, now: datetime) -> None:
        entrants.add(**self.words, name=self.cleaned_data["name"], now=now)


class AddDirectorForm(ActForm):
    """Somebody else directs it too."""

    title: ClassVar = gettext_lazy("Add a director")
    about: ClassVar = gettext_lazy("Somebody who may do all that you may: an event should not hang on one person.")
    states: ClassVar = ANY

    name = PlayerField(gettext_lazy("Name"))

    def follows(self) -> Sequence[str]:
        values = {"name": self.cleaned_data["name"]}
        return [_("%(name)s may do everything at this desk, also take you away from it.") % values]

    def perform(self, now: datetime) -> None:
        directors.add_director(**self.words, name=self.cleaned_data["name"], now=now)


class RemoveDirectorForm(ActForm):
    """Somebody directs it no more."""

    title: ClassVar = gettext_lazy("Remove a director")
    about: ClassVar = gettext_lazy("Somebody no longer directs the event. You may choose yourself.")
    states: ClassVar = ANY

    user = forms.ChoiceField(label=gettext_lazy("Director"))

    def prepare(self) -> None:
        rows = self.event.directors.select_related("user").order_by("pk")
        self.fields["user"].choices = [(str(one.user_id), one.user.name) for one in rows]  # type: ignore[attr-defined]

    def follows(self) -> Sequence[str]:
        if int(self.cleaned_data["user"]) == self.director.pk:
            return [_("You will no longer direct this event, nor be able to open its desk.")]
        named: dict[str, str] = dict(self.fields["user"].choices)  # type: ignore[attr-defined]
        return [_("%(name)s will no longer direct this event.") % {"name": named[self.cleaned_data["user"]]}]

    def perform(self, now: datetime) -> None:
        directors.remove_director(**self.words, user_id=int(self.cleaned_data["user"]), now=now)
