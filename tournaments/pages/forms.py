"""What an entrant says: entering, byes and dates to ask for."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from arbiter.progression.plan import Swiss
from tournaments.models import Entry, Tournament


class EnterForm(forms.Form):
    """A tick for what one agrees to. The code word is asked for where the tournament has one."""

    agrees = forms.BooleanField(
        label=_("I accept this tournament's rules and time control and will play my games."),
        error_messages={"required": _("Tick the box to accept the rules and time control.")},
    )
    code_word = forms.CharField(
        label=_("Registration code"), max_length=80, required=False, help_text=_("You get it from the directors.")
    )

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix="enter")
        if not tournament.conditions.code_word:
            del self.fields["code_word"]


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
        field.choices = [(number, gettext("Round %(number)s") % {"number": number}) for number in rounds]
        if not field.choices:
            del self.fields["byes"]
