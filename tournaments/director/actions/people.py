"""Actions on entrants and directors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from actions import Words
from tournaments.lifecycle.errors import EntriesClosed
from tournaments.lifecycle.services import entering
from tournaments.lifecycle.services.acts import people
from tournaments.models import EntryState
from tournaments.pages.tournament_page import games_of_leaver

from .base import ANY, LIVE, FormerDirector, NewDirector, PlayerField, TournamentAction


class EntryAction(TournamentAction):
    """Asks for one entrant."""

    states = LIVE
    entry_states: ClassVar[tuple[EntryState, ...]] = (EntryState.ENTERED, EntryState.WAITING)
    said: ClassVar[Words]

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)

    def prepare(self) -> None:
        rows = self.of.entries.filter(state__in=self.entry_states).select_related("user")
        entries = sorted(((str(entry.pk), entry.user.name) for entry in rows), key=lambda one: one[1].casefold())
        self.fields["entry"].choices = entries  # type: ignore[attr-defined]

    def preview(self) -> Sequence[str]:
        """With what becomes of the games of the chosen player: of those that run, and where that depends on how many are over."""
        running = [_("Running games continue unless you forfeit them.")] if self.of.is_running else []
        number = self.of.entries.get(pk=self.cleaned_data["entry"]).number
        return [str(self.said) % {"name": self.label_of("entry")}, *running, *games_of_leaver(self.of, number)]


class WithdrawPlayer(EntryAction):
    slug = "withdraw"
    title = gettext_lazy("Withdraw player")
    about = gettext_lazy("No longer paired, but may rejoin.")
    said = gettext_lazy("%(name)s is no longer paired and may rejoin.")
    service = staticmethod(people.withdraw)


class RemovePlayer(EntryAction):
    slug = "remove"
    title = gettext_lazy("Remove player")
    about = gettext_lazy("No longer paired; only a director can bring the player back.")
    said = gettext_lazy("%(name)s is no longer paired and cannot rejoin without a director.")
    entry_states = (EntryState.ENTERED, EntryState.WAITING, EntryState.WITHDRAWN)
    is_grave = True
    service = staticmethod(people.remove)


class AddPlayer(TournamentAction):
    slug = "add"
    title = gettext_lazy("Add a player")
    about = gettext_lazy("Register a player by username, regardless of the registration requirements.")
    states = LIVE
    service = staticmethod(people.add)

    name = PlayerField(gettext_lazy("Name"))

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        is_new = not self.of.entries.filter(user__display_name=name, number__isnull=False).exists()
        if self.of.is_running and is_new:
            try:
                entering.late_round(self.of)
            except EntriesClosed as error:
                raise forms.ValidationError(str(error), code=error.code) from error
        return name

    def preview(self) -> Sequence[str]:
        told = [_("%(name)s is registered and gets an email.") % {"name": self.cleaned_data["name"]}]
        if self.of.is_running:
            told.append(_("The first game is in the next round. Missed rounds are scored by the tournament's rules."))
        return told


class AddDirector(NewDirector, TournamentAction):
    about = gettext_lazy("Someone with the same rights as you, so that the tournament does not depend on one person.")
    states = ANY
    service = staticmethod(people.add_director)


class RemoveDirector(FormerDirector, TournamentAction):
    about = gettext_lazy("Remove a director from the tournament. You can also remove yourself.")
    states = ANY
    own = gettext_lazy("You will no longer direct this tournament or have access to this page.")
    other = gettext_lazy("%(name)s will no longer direct this tournament.")
    service = staticmethod(people.remove_director)
