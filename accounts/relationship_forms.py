"""The form with which somebody names who lives with him."""

from __future__ import annotations

from datetime import datetime

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts import separation
from accounts.models import User
from accounts.names import name_key


class HouseholdForm(forms.Form):
    """The name of the other, as everybody sees it."""

    name = forms.CharField(label=_("Other player's username"), max_length=40)

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        super().__init__(data, auto_id="household_%s")
        self.user = user
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        self.other = User.objects.players().filter(name_key=name_key(name)).first()
        if self.other is None:
            raise ValidationError(_("No player has this username. Check the spelling."), code="unknown")
        if self.other == self.user:
            raise ValidationError(_("You cannot choose yourself."), code="oneself")
        if not separation.household_has_room(self.user):
            raise ValidationError(
                _("You have reached the limit of household members. Remove someone first."), code="too_many"
            )
        return name

    def save(self, *, now: datetime) -> None:
        assert self.other is not None
        separation.name_housemate(user=self.user, other=self.other, now=now)
