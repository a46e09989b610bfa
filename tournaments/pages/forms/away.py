"""Days on which an entrant is away."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils.timezone import make_aware
from django.utils.translation import gettext_lazy as _

from tournaments.lifecycle.services.away import LONGEST


class AwayForm(forms.Form):
    """The first and the last day, in the reader's zone."""

    since = forms.DateField(label=_("From"), widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label=_("To (inclusive)"), widget=forms.DateInput(attrs={"type": "date"}))

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix="away")

    def clean(self) -> dict[str, Any]:
        """As the service wants them, and the last day is one that another follows in the calendar."""
        found = super().clean() or {}
        first, last = found.get("since"), found.get("until")
        if first and last and not (first <= last < date.max and last - first < LONGEST):
            sentence = _("An absence must be in the future and last at most %(days)s days.")
            self.add_error("until", forms.ValidationError(sentence, "days_away", {"days": LONGEST.days}))
        return found

    def span(self) -> tuple[datetime, datetime]:
        """From the beginning of the first day to the end of the last."""
        first, last = self.cleaned_data["since"], self.cleaned_data["until"]
        return make_aware(datetime.combine(first, time())), make_aware(
            datetime.combine(last + timedelta(days=1), time())
        )
