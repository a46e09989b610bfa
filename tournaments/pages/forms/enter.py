"""Entering an event: agreeing to rules and clock, and the code word where one is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event


class EnterForm(forms.Form):
    """A tick for what one agrees to. The code word is asked for where the event has one."""

    agrees = forms.BooleanField(
        label=_("I agree to the rules and the clock of this event as they stand here, and will play its games."),
        error_messages={"required": _("Tick that you agree; you will play against the clock of this event.")},
    )
    code_word = forms.CharField(
        label=_("Code word"), max_length=80, required=False, help_text=_("The directors give it out.")
    )

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix="enter")
        if not event.conditions.code_word:
            del self.fields["code_word"]
