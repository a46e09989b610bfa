"""What the games of a tournament or a league are like: the part that the forms of both have."""

from dataclasses import replace

from django import forms
from django.utils.translation import gettext_lazy as _

import engine
from games.lobby.forms import EDITIONS, NightsField, PaceField, VacationField, pace_choices, set_choices
from games.models.clock import PACES, Clock, Vacation
from games.options.sets import refusal_words
from games.reference.markup import with_rule


class GamesForm(forms.Form):
    edition = forms.ChoiceField(
        label=_("Edition"), choices=EDITIONS, initial="2", required=False, widget=forms.RadioSelect
    )
    sets = forms.MultipleChoiceField(
        label=_("Expansions"), required=False, choices=set_choices, widget=forms.CheckboxSelectMultiple
    )
    open_hands = forms.ChoiceField(
        label=_("Money and hands"),
        choices=[("open", _("Open")), ("hidden", _("Hidden"))],
        initial="open",
        required=False,
        widget=forms.RadioSelect,
    )
    pace = PaceField(label=_("Pace"), choices=pace_choices, initial="1d", required=False)
    nights = NightsField()
    vacation = VacationField(Vacation.PLANNED)

    options: engine.Options

    def read_options(self, *sizes: int) -> None:
        """Set `options`, asked for every one of these numbers of players. What the engine refuses is said at the sets."""
        data = self.cleaned_data
        for size in sizes:
            try:
                self.options = engine.Options(
                    edition=int(self._chosen("edition")),
                    players=size,
                    sets=tuple(data["sets"]),
                    open_hands=self._chosen("open_hands") == "open",
                )
            except engine.OptionsError as error:
                said = with_rule(refusal_words(error), error.rule)
                self.add_error("sets", forms.ValidationError(said, code=error.code))
                return

    @property
    def clock(self) -> Clock:
        data = self.cleaned_data
        return replace(PACES[self._chosen("pace")][0], nights=data["nights"] or 0, vacation=data["vacation"])

    def _chosen(self, name: str) -> str:
        """A field that was not sent stands as the empty form shows it."""
        chosen: str = self.cleaned_data[name] or self.fields[name].initial
        return chosen
