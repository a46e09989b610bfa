"""allauth's forms of the second factor in our words, with limits of their own."""

from __future__ import annotations

import struct
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import forms as recovery
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import limits, second_factor
from accounts.allauth_internals import context, normalize_user_code
from accounts.entrance import Plain

ONCE = 180
"""Seconds for which a code of an app is not taken a second time: longer than it holds, which is three steps of 30 seconds."""

LONGEST = 40
"""Letters of the name of a passkey."""

ODD = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error)
"""What reading an answer raises that no browser gave."""


class _Code(Plain):
    """A code of an app, or a recovery code, counted by account and network."""

    user: Any
    authenticator: Authenticator

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["code"].widget.attrs |= {"inputmode": "numeric"}

    def clean_code(self) -> str:
        account = str(self.user.pk)
        if limits.count(context.request, limits.SECOND, account) is None:
            raise get_adapter().validation_error("too_many_tries")
        code: str = super().clean_code()  # type: ignore[misc]
        is_of_app = self.authenticator.type == Authenticator.Type.TOTP
        if is_of_app and not cache.add(f"second:{account}:{normalize_user_code(code)}", "used", ONCE):
            raise get_adapter().validation_error("incorrect_code")
        limits.forget(context.request, limits.SECOND, account)
        return code


class AuthenticateForm(_Code, base.AuthenticateForm):  # type: ignore[misc]
    pass


class ReauthenticateForm(_Code, base.ReauthenticateForm):  # type: ignore[misc]
    pass


class ActivateTOTPForm(Plain, totp.ActivateTOTPForm):  # type: ignore[misc]
    def clean_code(self) -> str:
        _check_may_be_set_up(self.user)
        code: str = super().clean_code()
        return code


class _Credential(Plain):
    """What a browser says of a key. Who sends something else is told that it is not right."""

    def clean_credential(self) -> Any:
        try:
            return super().clean_credential()  # type: ignore[misc]
        except ValidationError:
            raise
        except ODD:
            raise get_adapter().validation_error("incorrect_code") from None


class AddWebAuthnForm(Plain, webauthn.AddWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].label = _("Passkey name")
        self.fields["name"].widget.attrs["maxlength"] = LONGEST
        if "passwordless" in self.fields:
            self.fields["passwordless"].initial = True
            self.fields["passwordless"].label = _("Passwordless sign-in")
            self.fields["passwordless"].help_text = _(
                "The device asks for your PIN, fingerprint or face each time. If off, the passkey is a second "
                "factor after your password or email code."
            )

    def clean_name(self) -> str:
        name: str = super().clean_name()
        return name[:LONGEST]

    def clean(self) -> dict[str, Any]:
        _check_may_be_set_up(self.user)
        try:
            return super().clean() or {}
        except ValidationError:
            raise
        except ODD:
            raise get_adapter().validation_error("incorrect_code") from None


class AuthenticateWebAuthnForm(_Credential, webauthn.AuthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class LoginWebAuthnForm(_Credential, webauthn.LoginWebAuthnForm):  # type: ignore[misc]
    pass


class ReauthenticateWebAuthnForm(_Credential, webauthn.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    pass


class EditWebAuthnForm(Plain, webauthn.EditWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].label = _("Passkey name")
        self.fields["name"].widget.attrs["maxlength"] = LONGEST

    def clean_name(self) -> str:
        return str(self.cleaned_data["name"])[:LONGEST]


class DeactivateTOTPForm(Plain, totp.DeactivateTOTPForm):  # type: ignore[misc]
    pass


class GenerateRecoveryCodesForm(Plain, recovery.GenerateRecoveryCodesForm):  # type: ignore[misc]
    pass


def _check_may_be_set_up(user: Any) -> None:
    if not second_factor.may_be_set_up(user):
        raise get_adapter().validation_error("unverified_email")
