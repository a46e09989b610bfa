"""Entering a tournament: agreeing to rules and clock, and the code word where one is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament


class EnterForm(forms.Form):
    """A tick for what one agrees to. The code word is asked for where the tournament has one."""

    agrees = forms.BooleanField(
        label=_("I accept this tournament's rules and time control and will play my games."),
        error_messages={"required": _("Tick the box to accept the rules and time control.")},
    )
    code_word = forms.CharField(
        label=_("Registration code"), max_length=80, required=False, help_text=_("You get it from the directors.")
    )

    def __init__(self, tournament: Tournament, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix="enter")
        if not tournament.conditions.code_word:
            del self.fields["code_word"]
