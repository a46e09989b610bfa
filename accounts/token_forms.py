"""The form that makes a token for a program."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, Scope, User
from accounts.tokens import MOST

PLAYS, LOOKS = "play", "look"
SCOPES = {PLAYS: (Scope.READ, Scope.PLAY), LOOKS: (Scope.READ,)}


class TokenForm(forms.Form):
    """What the program is called, what it may do and for how long."""

    name = forms.CharField(label=_("Name of the program"), max_length=40, help_text=_("For you, to know it again."))
    may = forms.ChoiceField(
        label=_("It may"),
        choices=[(PLAYS, _("look at games and move")), (LOOKS, _("look at games only"))],
    )
    days = forms.TypedChoiceField(
        label=_("The token works for"),
        choices=[("30", _("30 days")), ("365", _("a year")), ("", _("ever, until you revoke it"))],
        coerce=int,
        empty_value=None,
        required=False,
        initial="365",
    )

    def __init__(self, *args: Any, user: User, **options: Any) -> None:
        super().__init__(*args, **options)
        self.user = user
        self.fields["name"].widget.attrs["autocomplete"] = "off"

    def clean(self) -> dict[str, Any] | None:
        if ApiToken.objects.filter(user=self.user).count() >= MOST:
            raise ValidationError(_("You have very many tokens. Revoke those that no program uses."), code="too_many")
        return super().clean()

    def issue(self, *, now: datetime) -> tuple[ApiToken, str]:
        """The token and its text."""
        days = self.cleaned_data["days"]
        return ApiToken.objects.issue(
            user=self.user,
            name=self.cleaned_data["name"],
            scopes=SCOPES[self.cleaned_data["may"]],
            now=now,
            expires_at=now + timedelta(days=days) if days else None,
        )
