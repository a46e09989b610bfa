"""The second factor: where allauth's part for it meets our users, and its forms in our words.

A secret that a code is reckoned from is kept encrypted, with a key that follows from the site's: a copy of the database alone
opens nobody's account. A key (passkey) needs no secret here.
"""

import struct
from base64 import urlsafe_b64encode
from typing import Any, ClassVar

from allauth.mfa.adapter import DefaultMFAAdapter, get_adapter
from allauth.mfa.base import forms as base
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes import forms as recovery
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django import forms
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import limits
from accounts.allauth_internals import context, normalize_user_code
from accounts.entrance import Plain, worded
from accounts.models import User

ISSUER = "St Pete"
FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
"""What an account is protected by; recovery codes only stand in for them."""


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth is not typed
    """allauth's hooks: names, sentences, and how secrets are kept."""

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultMFAAdapter.error_messages,
        "cannot_generate_recovery_codes": _("Set up an authenticator app or a passkey first."),
        "incorrect_code": _("That did not work. Try again."),
        "too_many_tries": _("Too many attempts. Wait a few minutes and try again."),
        "unverified_email": _("Confirm your email address first: sign out, then sign in with a code by email."),
    }

    def get_totp_issuer(self) -> str:
        return ISSUER

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return {**entity, "name": ISSUER}

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return gettext("Passkey %(number)s") % {"number": number}

    def encrypt(self, text: str) -> str:
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Raises ValidationError where the site has another key than when it was written: no code is right then."""
        try:
            return _fernet().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            raise self.validation_error("incorrect_code") from None


def _fernet() -> MultiFernet:
    """By the present key of the site, or an older one that still counts."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = (salted_hmac("accounts.second_factor", "", secret=key, algorithm="sha256").digest() for key in keys)
    return MultiFernet([Fernet(urlsafe_b64encode(digest)) for digest in digests])


def is_protected(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type__in=FACTORS).exists())


def forget(user: User) -> int:
    """Take all of it from the account; returns how many rows went."""
    gone, _rows = Authenticator.objects.filter(user=user).delete()
    return int(gone)


ONCE = 180
"""Seconds for which a code of an app is not taken a second time: longer than it holds, which is three steps of 30 seconds."""

LONGEST = 40
"""Letters of the name of a passkey."""

ODD = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error)
"""What reading an answer raises that no browser gave."""


class _Code(forms.Form):
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


class ActivateTOTPForm(Plain, totp.ActivateTOTPForm):  # type: ignore[misc]
    def clean_code(self) -> str:
        _check_may_be_set_up(self.user)
        code: str = super().clean_code()
        return code


class _Credential(forms.Form):
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


class EditWebAuthnForm(Plain, webauthn.EditWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].label = _("Passkey name")
        self.fields["name"].widget.attrs["maxlength"] = LONGEST

    def clean_name(self) -> str:
        return str(self.cleaned_data["name"])[:LONGEST]


def _check_may_be_set_up(user: Any) -> None:
    """Not while the account may still become somebody else's, who types the first mailed code for it
    (`accounts.email_verification`)."""
    if user.came_by_link:
        raise get_adapter().validation_error("unverified_email")


AuthenticateForm = worded(base.AuthenticateForm, _Code)
ReauthenticateForm = worded(base.ReauthenticateForm, _Code)
AuthenticateWebAuthnForm = worded(webauthn.AuthenticateWebAuthnForm, _Credential)
LoginWebAuthnForm = worded(webauthn.LoginWebAuthnForm, _Credential)
ReauthenticateWebAuthnForm = worded(webauthn.ReauthenticateWebAuthnForm, _Credential)
DeactivateTOTPForm = worded(totp.DeactivateTOTPForm)
GenerateRecoveryCodesForm = worded(recovery.GenerateRecoveryCodesForm)
