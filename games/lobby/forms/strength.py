"""How strong bots shall be."""

from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.options.strengths import STRENGTHS, Strength
from games.tables.errors import UnknownBot
from games.tables.services.gathering import BOT

from .choices import Choices

STRENGTH_CHOICES: Choices = [(strength.bot, strength.word) for strength in STRENGTHS.values()]


class StrengthField(forms.ChoiceField):
    """How strong the bots are. Its values are names of `engine.bots.BOTS`; empty is the usual bot."""

    default_error_messages: ClassVar = {"invalid_choice": UnknownBot.sentence}

    def clean(self, value: object) -> str:
        return super().clean(value) or BOT


class StrengthForm(forms.Form):
    """Asks for the strength of bots; `strengths` say what to expect of each."""

    strength = StrengthField(label=_("Strength"), choices=STRENGTH_CHOICES, initial=BOT, required=False)
    strengths: tuple[Strength, ...] = tuple(STRENGTHS.values())
