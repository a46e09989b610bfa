"""The second factor: where allauth's part for it meets our users.

A secret that a code is reckoned from is kept encrypted, with a key that follows from the site's: a copy of the database alone
opens nobody's account. A key (passkey) needs no secret here.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import ClassVar

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

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
    """Whether a second factor is asked for when `user` signs in."""
    return bool(Authenticator.objects.filter(user=user, type__in=FACTORS).exists())


def may_be_set_up(user: User) -> bool:
    """Not while the account may still become somebody else's, who types the first mailed code for it
    (`accounts.email_verification`)."""
    return not user.came_by_link


def forget(user: User) -> int:
    """Take all of it from the account; returns how many rows went."""
    gone, _rows = Authenticator.objects.filter(user=user).delete()
    return int(gone)
