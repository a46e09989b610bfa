"""What all actions of directors have: a public reason, words for directors only, and fields that several ask for."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from actions import LAST, Action, Words
from tournaments.lifecycle.errors import LifecycleError, UnknownName
from tournaments.lifecycle.services.acts import called
from tournaments.models import Tournament, TournamentState

LIVE = (TournamentState.OPEN, TournamentState.RUNNING)
RUNS = (TournamentState.RUNNING,)
ANY = tuple(TournamentState)
ROWS = ("entry", "table", "user")
"""Fields whose values are numbers of rows."""


class DirectorAction(Action):
    """An action in a tournament or a league, whose log everybody can read."""

    key: ClassVar[str]
    """How services call the number of what this is about."""

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

    service: ClassVar[Any]
    """What does it, as a static method: with the words, the moment and `arguments`."""

    def arguments(self) -> dict[str, Any]:
        """What the service asks for beside: what was entered, unless said otherwise."""
        own = {name: value for name, value in self.cleaned_data.items() if name not in LAST}
        return {f"{name}_id" if name in ROWS else name: value for name, value in own.items()}

    @contextmanager
    def refusals(self) -> Iterator[None]:
        try:
            yield
        except LifecycleError as error:
            self.add_error(None, forms.ValidationError(str(error), code=error.code))

    def run(self, now: datetime) -> None:
        words = {name: self.cleaned_data[name] for name in LAST}
        self.service(**{self.key: self.of.pk}, director=self.by, **words, **self.arguments(), now=now)


class TournamentAction(DirectorAction):
    of: Tournament
    key = "tournament_id"
    states: ClassVar[tuple[TournamentState, ...]] = RUNS

    @classmethod
    def is_possible(cls, of: Tournament, now: datetime) -> bool:
        return of.state in cls.states and cls.only_if(of, now)

    def offer(self, field: str, choices: Sequence[Any], *, nothing: str) -> None:
        """Give a field what can be chosen, or say that there is `nothing`; and why one's own tables are not among it."""
        self.fields[field].choices = choices  # type: ignore[attr-defined]
        plays = self.of.entries.filter(user=self.by).exists()
        own = gettext("Your own tables are not listed; another director decides there.") if plays else ""
        self.fields[field].help_text = own if choices else f"{nothing} {own}".rstrip()
        self.has_nothing = not choices


class PlayerField(forms.CharField):
    """A player by username, cleaned to the spelling that the player uses."""

    def __init__(self, label: Words) -> None:
        super().__init__(label=label, max_length=60)

    def clean(self, value: object) -> str:
        try:
            return called(super().clean(value)).name
        except UnknownName as error:
            raise forms.ValidationError(str(error), code=error.code) from error


class TryAgain(DirectorAction):
    """What a tournament or a season could not do is tried again."""

    slug = "retry"
    title = _("Try again")
    will = (_("It is tried again within seconds. If it fails again, this page says so; no further email is sent."),)


class NewDirector(DirectorAction):
    slug = "director"
    title = _("Add director")
    will: ClassVar[Sequence[Words]] = (_("%(name)s can do everything here, including removing you as a director."),)

    name = PlayerField(_("Name"))

    def preview(self) -> Sequence[str]:
        return [str(one) % {"name": self.cleaned_data["name"]} for one in self.will]


class FormerDirector(DirectorAction):
    """One of the directors, who may be oneself, directs it no more: `own` or `other` follows."""

    slug = "step-down"
    title = _("Remove director")
    own: ClassVar[Words]
    other: ClassVar[Words]

    user = forms.TypedChoiceField(label=_("Director"), coerce=int)

    def prepare(self) -> None:
        rows = self.of.directors.select_related("user").order_by("pk")
        self.fields["user"].choices = [(str(one.user_id), one.user.name) for one in rows]  # type: ignore[attr-defined]

    def preview(self) -> Sequence[str]:
        if self.cleaned_data["user"] == self.by.pk:
            return [str(self.own)]
        return [str(self.other) % {"name": self.label_of("user")}]


def moment_field(label: Words, help_text: Words = "", *, required: bool = False) -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, help_text=help_text, required=required, widget=widget)


def number_field(
    label: Words, least: int, most: int, help_text: Words = "", *, initial: int | None = None
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, required=False, initial=initial
    )
