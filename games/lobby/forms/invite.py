"""Whom to invite, and what to write along with it."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.tables.errors import BadWord
from games.tables.word import LONGEST, checked_word


class WordField(forms.CharField):
    """A word from the host, which the mail and the page of the invitation show."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Your message"),
            required=False,
            max_length=LONGEST,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
            help_text=_("Optional. Shown in the invitation email: who you are, or why this game."),
        )

    def clean(self, value: object) -> str:
        try:
            return checked_word(super().clean(value))
        except BadWord as error:
            raise ValidationError(str(error), code=error.code) from error


class InviteForm(forms.Form):
    whom = forms.CharField(
        label=_("Username or email address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    word = WordField()
