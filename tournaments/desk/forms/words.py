"""Words between people."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import About


class ReportForm(forms.Form):
    about = forms.ChoiceField(label=_("It is about"), choices=About.choices, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("What you have to say"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Only the directors read it."),
    )


class AnswerForm(forms.Form):
    report = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31)
    text = forms.CharField(
        label=_("Answer"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only who has written and the directors read it."),
    )
    reason = forms.CharField(
        label=_("What everybody may know"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("It stands in the log of the event. Name nobody, and tell no position of a game that runs."),
    )


class PostForm(forms.Form):
    text = forms.CharField(
        label=_("A notice on the event's page"), max_length=1000, widget=forms.Textarea(attrs={"rows": 2})
    )


class InviteForm(forms.Form):
    people = forms.CharField(
        label=_("Names or mail addresses"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "autocapitalize": "none"}),
        help_text=_("One on each line, or with commas. People without an account get a mail with a link."),
    )
