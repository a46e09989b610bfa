"""The form of an act: what it needs to know, and always a reason."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import name_key

LONGEST = 1000


class ActForm(forms.Form):
    """`number` is that of the subject, `staff` who acts. Fields of kinds of acts stand above the reason."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Kept in the audit log and sent to the person concerned."),
    )

    def __init__(self, *args: Any, number: int, staff: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.number, self.staff = number, staff
        self.order_fields([name for name in self.fields if name != "reason"])

    @property
    def sent(self) -> list[tuple[str, str]]:
        """What was typed, for the page that asks once more."""
        found = []
        for bound in self:
            value = self.cleaned_data.get(bound.name)
            if bound.name == "reason" or value is False:
                continue
            if value in (None, ""):
                value = "–"
            choices = dict(getattr(bound.field, "choices", ()))
            found.append((str(bound.label), str(choices.get(str(value), choices.get(value, value)))))
        return found


class UntilForm(ActForm):
    """An act that ends by itself."""

    days = forms.IntegerField(
        label=_("Number of days"),
        min_value=1,
        max_value=3650,
        required=False,
        help_text=_("Empty: until it is lifted."),
    )


class NamedForm(ActForm):
    """An act that names a person by his name."""

    name = forms.CharField(label=_("Player's username"), max_length=80)

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not User.objects.players().filter(name_key=name_key(name)).exists():
            raise forms.ValidationError(_("No player has this username. Check the spelling."), code="no_such_person")
        return name


def called(name: str) -> User:
    """The player of a name that a form has found. Raises User.DoesNotExist."""
    found: User = User.objects.players().get(name_key=name_key(name))
    return found
