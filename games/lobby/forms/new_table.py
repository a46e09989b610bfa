"""A new table, and who shall sit there from the start."""

import re

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.game import new_token
from games.options.strengths import STRENGTHS
from games.tables.services.gathering import BOT

from .choices import MOST_PLAYERS, Candidate
from .strength import STRENGTH_CHOICES, StrengthField
from .terms import TermsForm


class NewTableForm(TermsForm):
    """A new table, with those who shall sit there from the start."""

    key = forms.RegexField(r"^[A-Za-z0-9_-]{22}$", widget=forms.HiddenInput, initial=new_token, required=False)
    bots = forms.ChoiceField(
        label=_("Seats for bots"),
        choices=[(str(number), str(number)) for number in range(MOST_PLAYERS)],
        initial="0",
        widget=forms.RadioSelect,
    )
    strength = StrengthField(
        label=_("Strength of the bots"),
        choices=STRENGTH_CHOICES,
        initial=BOT,
        required=False,
        widget=forms.RadioSelect,
    )
    guests = forms.CharField(
        label=_("Invite right away"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "autocapitalize": "none"}),
        help_text=_("Names or mail addresses, one on each line. People without an account get a mail with a link."),
    )

    @property
    def strength_candidates(self) -> list[Candidate]:
        chosen = self["strength"].value()
        return [Candidate(one.bot, str(one.word), str(one.about), one.bot == chosen) for one in STRENGTHS.values()]

    @property
    def chosen_bots(self) -> list[str]:
        """The bots that shall sit there, each by its name. Call it on a valid form only."""
        return [self.cleaned_data["strength"]] * int(self.cleaned_data["bots"])

    def clean_guests(self) -> list[str]:
        """One name or address each; whether they exist is the service's business."""
        typed = [" ".join(text.split()) for text in re.split(r"[\n,;]", self.cleaned_data["guests"])]
        guests = list(dict.fromkeys(text for text in typed if text))
        if len(guests) > MOST_PLAYERS - 1:
            raise forms.ValidationError(gettext("A table has room for four guests."), code="too-many-guests")
        return guests

    def clean(self) -> dict[str, object]:
        data = super().clean()
        if "players" in data and "bots" in data and "guests" in data:
            free = int(str(data["players"])) - 1
            if int(str(data["bots"])) > free:
                self.add_error(
                    "bots", forms.ValidationError(gettext("There are more bots than seats beside yours."), "bots")
                )
            elif int(str(data["bots"])) + len(data["guests"]) > free:  # type: ignore[arg-type]
                sentence = gettext("There are fewer free seats than guests.")
                self.add_error("guests", forms.ValidationError(sentence, code="guests"))
        return data
