"""The forms of allauth in our words, and the proof of identity for accounts that have neither a password nor a second factor.

allauth takes such an account for proved whenever it is signed in, so a device left open for a moment would be enough to take it.
"""

import time
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ImmediateHttpResponse
from django import forms
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import guests, limits
from accounts.allauth_internals import context, get_reauthentication_flows
from accounts.forms import BrowserZoneField, NameField, check_name_is_free
from accounts.models import User

SIGNED_IN_AT = "signed_in_at"
"""In the session: when somebody proved their identity last."""
HOLDS = 10 * 60
"""Seconds after a sign-in in which it counts as a proof."""


def ask_for_proof(request: HttpRequest) -> None:
    """Before something important. Raises ImmediateHttpResponse, the way to sign in anew, where nothing else can be asked for."""
    if not request.user.is_authenticated or get_reauthentication_flows(request.user):
        return
    if time.time() - request.session.get(SIGNED_IN_AT, 0) < HOLDS:
        return
    messages.info(
        request,
        gettext("Confirm your identity first. Sign out, sign in with a new code, then try again within ten minutes."),
    )
    raise ImmediateHttpResponse(redirect("account_logout"))


LABELS = {
    "login": _("Email address"),
    "email": _("Email address"),
    "password": _("Password"),
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("Repeat new password"),
    "code": _("Code"),
}
NEW_PASSWORD_HELP = _("At least 10 characters. Do not use your name, your email address or a common password.")


class Plain(forms.Form):
    """A form of allauth's with our labels, without placeholders, and with room to type a code."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in LABELS:
                field.label = LABELS[name]
            if name.startswith("password"):
                field.help_text = NEW_PASSWORD_HELP if name == "password1" else ""
            if name == "code":
                field.widget.attrs |= {"class": "code", "autocomplete": "one-time-code", "autocapitalize": "characters"}
                field.widget.attrs |= {"spellcheck": "false"}


def too_many_codes(email: str, counters: tuple[str, str] = limits.CODE) -> ValidationError | None:
    """What to say when codes for this address were asked for too often, from here or altogether."""
    if limits.count(context.request, counters, email) is None:
        return get_adapter().validation_error("too_many_codes")
    return None


class _Mails(forms.Form):
    """A form that sends an email to any address: valid requests are counted, whether an account has the address or not."""

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        email = self.cleaned_data.get("email")
        if email and not self.errors and (error := too_many_codes(email, limits.MAILED)):
            self.add_error("email", error)
        return cleaned


class LoginForm(Plain, allauth_forms.LoginForm):
    """Sign in with the password, or leave it empty and get a code by mail: most people have only one of the two."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["password"].required = False
        self.fields["password"].widget.is_required = False
        self.fields["password"].help_text = _("Leave empty to get a sign-in code by email.")

    def _clean_without_password(self, email: str | None, phone: str | None) -> Any:
        """Ask for a code, as its own page does; allauth would use its own form there and not ours."""
        cleaned = super()._clean_without_password(email, phone)
        if email and not self.errors and (error := too_many_codes(email)):
            self.add_error("login", error)
        return cleaned


class SignupForm(Plain, _Mails, allauth_forms.SignupForm):
    """Name and address, a password for those who want one, and the zone that the browser tells (a script fills it)."""

    field_order = ("display_name", "email", "password1", "time_zone")
    display_name = NameField()
    time_zone = BrowserZoneField()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["email"].label = _("Email address")
        self.fields["email"].help_text = _("We send a code to this address. Nobody else sees it.")
        self.fields["password1"].required = False
        self.fields["password1"].label = _("Password (optional)")
        self.fields["password1"].help_text = _(
            "At least 10 characters. Without a password, we email you a code each time you sign in."
        )

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"]
        check_name_is_free(name, but_for=guests.of(context.request))
        return name

    def clean_email(self) -> str:
        """A guest who has typed an address before, and not the code that went there, may type the same one or another."""
        guest = guests.of(context.request)
        if guest is not None:
            guests.withdraw_address(guest)
        return super().clean_email()

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponseBase | None]:
        """Save; where another sign-up took the name or address in the same moment, answer as if it had come first."""
        if self.account_already_exists:
            self._leave_the_same_traces(request)
            return super().try_save(request)
        try:
            with transaction.atomic():
                return super().try_save(request)
        except IntegrityError:
            self.full_clean()
            if self.errors:
                raise ImmediateHttpResponse(render(request, "account/signup.html", {"form": self})) from None
            return super().try_save(request)

    def _leave_the_same_traces(self, request: HttpRequest) -> None:
        """What others could see of a new address, for one that has an account: the hash of the password takes its time, and the
        name is taken as long as a sign-up waits for its code (`services.forget_unconfirmed`). Nobody can sign in to that row."""
        if self.cleaned_data.get("password1"):
            make_password(self.cleaned_data["password1"])
        guest = guests.of(request)
        nobody = User(display_name=self.cleaned_data["display_name"], guest_until=guest.guest_until if guest else None)
        nobody.set_unusable_password()
        try:
            with transaction.atomic():
                nobody.save()
        except IntegrityError:  # somebody else took the name in this moment
            return


class AddEmailForm(Plain, _Mails, allauth_forms.AddEmailForm):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["email"].label = _("New email address")


class SetPasswordForm(Plain, allauth_forms.SetPasswordForm):
    def clean(self) -> dict[str, Any] | None:
        """A first password opens all that asks for a proof."""
        ask_for_proof(context.request)
        return super().clean()


class RequestLoginCodeForm(Plain, allauth_forms.RequestLoginCodeForm):
    def clean_email(self) -> str:
        email: str = super().clean_email()
        if error := too_many_codes(email):
            raise error
        return email


def worded(form: type[forms.Form], *more: type[forms.Form]) -> type[forms.Form]:
    return type(form.__name__, (Plain, *more, form), {"__module__": __name__})


ChangeEmailForm = worded(allauth_forms.ChangeEmailForm, _Mails)
ChangePasswordForm = worded(allauth_forms.ChangePasswordForm)
ConfirmEmailVerificationCodeForm = worded(allauth_forms.ConfirmEmailVerificationCodeForm)
ConfirmLoginCodeForm = worded(allauth_forms.ConfirmLoginCodeForm)
ConfirmPasswordResetCodeForm = worded(allauth_forms.ConfirmPasswordResetCodeForm)
ReauthenticateForm = worded(allauth_forms.ReauthenticateForm)
ResetPasswordForm = worded(allauth_forms.ResetPasswordForm, _Mails)
ResetPasswordKeyForm = worded(allauth_forms.ResetPasswordKeyForm)
