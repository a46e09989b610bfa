"""Whom to invite."""

from django import forms
from django.utils.translation import gettext_lazy as _


class InviteForm(forms.Form):
    whom = forms.CharField(
        label=_("Name or mail address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
