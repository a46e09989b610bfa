"""The form that makes a token for a program."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, Scope, User
from accounts.quota import hold_count
from accounts.tokens import MOST

WORDS = {
    Scope.READ: _("view games, tables, tournaments and players"),
    Scope.PLAY: _("make moves in your games"),
    Scope.TABLES: _("create and join tables, and invite people"),
    Scope.CHAT: _("read and write chat messages and your notes, and report to the site team"),
    Scope.TOURNAMENTS: _("register for tournaments and leagues, and manage yours"),
    Scope.ACCOUNT: _("read and change your profile, notifications and webhooks"),
}
USUAL = (Scope.READ.value, Scope.PLAY.value)


class TokenForm(forms.Form):
    """What the program is called, what it may do and for how long."""

    name = forms.CharField(label=_("Program name"), max_length=40, help_text=_("So you recognize it later."))
    may = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=[(scope.value, words) for scope, words in WORDS.items()],
        initial=USUAL,
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        choices=[("30", _("30 days")), ("365", _("1 year")), ("", _("unlimited, until you revoke it"))],
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
        """In the transaction in which the token is made."""
        hold_count(self.user.pk)
        if ApiToken.objects.filter(user=self.user).count() >= MOST:
            raise ValidationError(
                _("You have reached the limit of API tokens. Revoke the ones you do not use."), code="too_many"
            )
        return super().clean()

    def issue(self, *, now: datetime) -> tuple[ApiToken, str]:
        """The token and its text."""
        days = self.cleaned_data["days"]
        return ApiToken.objects.issue(
            user=self.user,
            name=self.cleaned_data["name"],
            scopes=[Scope(one) for one in self.cleaned_data["may"]],
            now=now,
            expires_at=now + timedelta(days=days) if days else None,
        )
