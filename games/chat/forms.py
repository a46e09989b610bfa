"""Reporting a line."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import ReportReason
from games.models.chat import LONGEST_REASON


class ReportForm(forms.Form):
    reason = forms.ChoiceField(label=_("Reason"), choices=ReportReason.choices, widget=forms.RadioSelect)
    words = forms.CharField(
        label=_("Details"),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only moderators see your report, together with the messages around this one."),
    )
