"""The profile, with the wishes about mails: a box for each category that an installed app declares."""

from typing import Any

from django import forms
from django.db import transaction
from django.utils.text import capfirst

from accounts import forms as accounts
from accounts.models import User
from notices.registry import categories
from notices.wishes import wish, wishes_of


class ProfileForm(accounts.ProfileForm):
    """What a person decides about the site and about its mails."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        said = wishes_of(self.instance)
        for category in categories().values():
            self.fields[_field(category.name)] = forms.BooleanField(
                label=capfirst(category.wish),
                help_text=category.help,
                initial=said.get(category.name, True),
                required=False,
            )

    def mail_fields(self) -> list[forms.BoundField]:
        return [self[_field(name)] for name in categories()]

    @transaction.atomic
    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit)
        for category in categories().values():
            field = _field(category.name)
            if field in self.changed_data:
                wish(user, category, wanted=self.cleaned_data[field])
        return user


def _field(category: str) -> str:
    return f"mail_{category}"
