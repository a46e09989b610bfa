"""The profile form, with the choice when moves sent by email wait for a confirmation, where email is received."""

from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import forms as accounts
from accounts.models import User
from incoming_mail.models import Preview
from incoming_mail.services import preview_of, wish_preview
from incoming_mail.tokens import is_configured

FIELD = "mail_preview"


class ProfileForm(accounts.ProfileForm):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if is_configured():
            self.fields[FIELD] = forms.ChoiceField(
                label=_("Confirm moves sent by email"),
                help_text=_("The move is played when you reply “yes”. Only “always” asks about a pass."),
                choices=Preview.choices,
                initial=preview_of(self.instance),
                required=False,
            )

    def parts(self) -> dict[str, list[forms.BoundField]]:
        parts = super().parts()
        parts["game"] += [self[FIELD]] if FIELD in self.fields else []
        return parts

    @transaction.atomic
    def save(self, commit: bool = True) -> User:
        user = super().save(commit)
        if FIELD in self.changed_data and self.cleaned_data.get(FIELD):
            wish_preview(user, Preview(self.cleaned_data[FIELD]))
        return user
