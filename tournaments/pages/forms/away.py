"""Days on which an entrant is away."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.lifecycle.services.away import span_of


class AwayForm(forms.Form):
    """The first and the last day, in the reader's zone."""

    since = forms.DateField(label=_("From"), widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("To (inclusive)"), widget=forms.DateInput(attrs={"type": "date"}))

    span: tuple[datetime, datetime]
    """As the service takes it, on a valid form."""

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix="away")

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if not self.errors:
            self.span = span_of(found["since"], found["until"])
        return found
