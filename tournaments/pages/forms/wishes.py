"""What an entrant asks for: byes in rounds not yet paired, and not to play before a day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Entry, Tournament
from arbiter.progression.plan import Swiss


class WishesForm(forms.Form):
    """The rounds still to be paired as ticks, and a day."""

    byes = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Requested byes"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    not_before = forms.DateField(
        label=gettext_lazy("Available from"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("You are not paired in rounds before this day and get no points for them."),
    )

    def __init__(
        self, tournament: Tournament, entry: Entry, paired: int, data: Mapping[str, Any] | None = None
    ) -> None:
        asked = [number for number in entry.requested if number > paired]
        super().__init__(data, prefix="wish", initial={"byes": asked, "not_before": entry.not_before})
        stage = tournament.plan.stages[0]
        rounds = (
            range(paired + 1, stage.rounds + 1) if isinstance(stage, Swiss) and tournament.plan.most_requested else ()
        )
        field = self.fields["byes"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(number, _("Round %(number)s") % {"number": number}) for number in rounds]
        if not field.choices:
            del self.fields["byes"]
