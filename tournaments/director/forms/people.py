"""Acts on entrants and directors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.director import choices
from tournaments.lifecycle.errors import EntriesClosed
from tournaments.lifecycle.services import entering
from tournaments.lifecycle.services.acts import directors, entrants
from tournaments.models import EntryState, TournamentState
from tournaments.pages.leaving import of_games

from .acts import LIVE, ActForm
from .fields import PlayerField

ANY = tuple(TournamentState)


class EntryForm(ActForm):
    """Asks for one entrant."""

    states: ClassVar = LIVE
    entry_states: ClassVar[tuple[EntryState, ...]] = (EntryState.ENTERED, EntryState.WAITING)

    entry = forms.ChoiceField(label=gettext_lazy("Player"))

    def prepare(self) -> None:
        self.fields["entry"].choices = choices.entries(self.tournament, self.entry_states)  # type: ignore[attr-defined]

    @property
    def who(self) -> dict[str, str]:
        named: dict[str, str] = dict(self.fields["entry"].choices)  # type: ignore[attr-defined]
        return {"name": named[self.cleaned_data["entry"]]}

    def of_games(self) -> Iterator[str]:
        """What becomes of the games of the chosen player: of those that run, and where that depends on how many are over."""
        if self.tournament.is_running:
            yield _("Running games continue unless you forfeit them.")
        yield from of_games(self.tournament, self.tournament.entries.get(pk=self.cleaned_data["entry"]).number)


class WithdrawForm(EntryForm):
    """An entrant is paired no more."""

    title: ClassVar = gettext_lazy("Withdraw player")
    about: ClassVar = gettext_lazy("No longer paired, but may rejoin.")

    def follows(self) -> Sequence[str]:
        return [_("%(name)s is no longer paired and may rejoin.") % self.who, *self.of_games()]

    def perform(self, now: datetime) -> None:
        entrants.withdraw(**self.words, entry_id=int(self.cleaned_data["entry"]), now=now)


class RemoveForm(EntryForm):
    """An entrant is taken out."""

    title: ClassVar = gettext_lazy("Remove player")
    about: ClassVar = gettext_lazy("No longer paired; only a director can bring the player back.")
    entry_states: ClassVar = (EntryState.ENTERED, EntryState.WAITING, EntryState.WITHDRAWN)
    is_grave: ClassVar = True

    def follows(self) -> Sequence[str]:
        return [_("%(name)s is no longer paired and cannot rejoin without a director.") % self.who, *self.of_games()]

    def perform(self, now: datetime) -> None:
        entrants.remove(**self.words, entry_id=int(self.cleaned_data["entry"]), now=now)


class AddForm(ActForm):
    """Somebody is entered by a director."""

    title: ClassVar = gettext_lazy("Add a player")
    about: ClassVar = gettext_lazy("Register a player by username, regardless of the registration requirements.")
    states: ClassVar = LIVE

    name = PlayerField(gettext_lazy("Name"))

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        is_new = not self.tournament.entries.filter(user__display_name=name, number__isnull=False).exists()
        if self.tournament.is_running and is_new:
            try:
                entering.late_round(self.tournament)
            except EntriesClosed as error:
                raise forms.ValidationError(str(error), code=error.code) from error
        return name

    def follows(self) -> Sequence[str]:
        told = [_("%(name)s is registered and gets an email.") % {"name": self.cleaned_data["name"]}]
        if self.tournament.is_running:
            told.append(_("The first game is in the next round. Missed rounds are scored by the tournament's rules."))
        return told

    def perform(self, now: datetime) -> None:
        entrants.add(**self.words, name=self.cleaned_data["name"], now=now)


class AddDirectorForm(ActForm):
    """Somebody else directs it too."""

    title: ClassVar = gettext_lazy("Add director")
    about: ClassVar = gettext_lazy(
        "Someone with the same rights as you, so that the tournament does not depend on one person."
    )
    states: ClassVar = ANY

    name = PlayerField(gettext_lazy("Name"))

    def follows(self) -> Sequence[str]:
        values = {"name": self.cleaned_data["name"]}
        return [_("%(name)s can do everything here, including removing you as a director.") % values]

    def perform(self, now: datetime) -> None:
        directors.add_director(**self.words, name=self.cleaned_data["name"], now=now)


class RemoveDirectorForm(ActForm):
    """Somebody directs it no more."""

    title: ClassVar = gettext_lazy("Remove director")
    about: ClassVar = gettext_lazy("Remove a director from the tournament. You can also remove yourself.")
    states: ClassVar = ANY

    user = forms.ChoiceField(label=gettext_lazy("Director"))

    def prepare(self) -> None:
        rows = self.tournament.directors.select_related("user").order_by("pk")
        self.fields["user"].choices = [(str(one.user_id), one.user.name) for one in rows]  # type: ignore[attr-defined]

    def follows(self) -> Sequence[str]:
        if int(self.cleaned_data["user"]) == self.director.pk:
            return [_("You will no longer direct this tournament or have access to this page.")]
        named: dict[str, str] = dict(self.fields["user"].choices)  # type: ignore[attr-defined]
        return [_("%(name)s will no longer direct this tournament.") % {"name": named[self.cleaned_data["user"]]}]

    def perform(self, now: datetime) -> None:
        directors.remove_director(**self.words, user_id=int(self.cleaned_data["user"]), now=now)
