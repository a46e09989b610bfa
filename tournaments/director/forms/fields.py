"""Fields that forms of the desk have in common."""

from __future__ import annotations

from django import forms
from django_stubs_ext import StrPromise

from tournaments.lifecycle.services.acts.checks import called
from tournaments.lifecycle.services.acts.errors import UnknownName

Words = str | StrPromise


class PlayerField(forms.CharField):
    """Somebody by name: what somebody here is called, as he writes it himself."""

    def __init__(self, label: Words) -> None:
        super().__init__(label=label, max_length=60)

    def clean(self, value: object) -> str:
        try:
            return called(super().clean(value)).name
        except UnknownName as error:
            raise forms.ValidationError(str(error), code=error.code) from error


def moment_field(label: Words, help_text: Words = "") -> forms.DateTimeField:
    """A day and time in the reader's zone, or nothing."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, help_text=help_text, required=False, widget=widget)


def number_field(
    label: Words, least: int, most: int, help_text: Words = "", *, initial: int | None = None
) -> forms.IntegerField:
    """A whole number, or nothing."""
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, required=False, initial=initial
    )
