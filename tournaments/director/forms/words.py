"""Words between people."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import About


class ReportForm(forms.Form):
    about = forms.ChoiceField(label=_("Subject"), choices=About.choices, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("Message"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Only the directors can read it."),
    )


class AnswerForm(forms.Form):
    report = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31)
    text = forms.CharField(
        label=_("Answer"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only the sender and the directors can read it."),
    )
    reason = forms.CharField(
        label=_("Public note"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Shown in the tournament log. Do not name players or reveal positions of running games."),
    )


class PostForm(forms.Form):
    text = forms.CharField(
        label=_("Announcement on the tournament page"), max_length=1000, widget=forms.Textarea(attrs={"rows": 2})
    )


class InviteForm(forms.Form):
    people = forms.CharField(
        label=_("Usernames or email addresses"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "autocapitalize": "none"}),
        help_text=_("One per line, or separated by commas. People without an account get an invitation link."),
    )
