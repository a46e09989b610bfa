"""Forms that take words: a note of staff, a report, an appeal."""

from django import forms
from django.utils.translation import gettext_lazy as _

from moderation.models import ComplaintReason

LONGEST_WORDS = 2000


class NoteForm(forms.Form):
    text = forms.CharField(
        label=_("Note for the site team"), max_length=LONGEST_WORDS, widget=forms.Textarea(attrs={"rows": 3})
    )


class ComplaintForm(forms.Form):
    reason = forms.ChoiceField(label=_("Reason"), choices=ComplaintReason.choices)
    words = forms.CharField(
        label=_("Details"), max_length=LONGEST_WORDS, required=False, widget=forms.Textarea(attrs={"rows": 5})
    )


class AppealForm(forms.Form):
    words = forms.CharField(label=_("Your answer"), max_length=LONGEST_WORDS, widget=forms.Textarea(attrs={"rows": 6}))
