"""Where allauth meets our users: what a sign-up stores, and how its mails look and in which language they speak."""

import logging
import time
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.mail import EmailMessage
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from accounts import email_verification, entrance, guests, limits
from accounts.allauth_internals import context
from accounts.models import User
from api.rates import plain

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """allauth's hooks, answered for an account that has a display name instead of a user name."""

    error_messages: ClassVar[dict[str, str | Promise]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is currently disabled."),
        "duplicate_email": _("This is already your email address."),
        "email_password_mismatch": _("Wrong email address or password."),
        "email_taken": _("An account with this email address already exists."),
        "enter_current_password": _("Your current password is wrong."),
        "incorrect_code": _("This is not the code we sent. Check the email and try again."),
        "incorrect_password": _("Wrong password. Try again."),
        "rate_limited": _("Too many requests. Wait a minute and try again."),
        "same_as_current": _("The new value must differ from the current one."),
        "too_many_codes": _("You requested too many codes. Wait a minute, or enter the latest one."),
        "too_many_login_attempts": _("Too many attempts. Wait a few minutes and try again."),
        "too_many_passwords": _(
            "Too many wrong passwords. Leave the field empty to get a code by email, or wait a few minutes."
        ),
        "unknown_email": _("There is no account with this email address."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Limits count an IPv4 address by itself and an IPv6 address by its network (allauth); one that is both is the first."""
        return plain(str(super().get_client_ip(request)))

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        says = {
            "reauthenticate": _("With my password"),
            "mfa_reauthenticate": _("With an app code or a recovery code"),
            "mfa_reauthenticate:webauthn": _("With a passkey"),
        }
        return [{**one, "description": says[one["id"]]} for one in super().get_reauthentication_methods(user)]

    def is_reauthentication_required(self, *, app: str, **options: Any) -> bool:
        """Who has nothing else to show has signed in a moment ago."""
        entrance.ask_for_proof(context.request)
        return super().is_reauthentication_required(app=app, **options)

    def new_user(self, request: HttpRequest) -> User:
        """A guest who signs up stays the same user and keeps their games."""
        guest = guests.of(request)
        return User() if guest is None else User.objects.get(pk=guest.pk)

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Take name, zone and language along with the address."""
        user.display_name = form.cleaned_data["display_name"]
        user.time_zone = form.cleaned_data.get("time_zone") or "UTC"
        user.language = translation.get_language() or "en"
        return super().save_user(request, user, form, commit=commit)

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """Check a password, unless this network has tried too many at this account; right ones do not count."""
        tries = limits.count(request, limits.PASSWORD, credentials.get("email", ""))
        if tries is None:
            raise self.validation_error("too_many_passwords")
        user = super().authenticate(request, **credentials)
        if user is not None:
            tries.rollback()
        assert user is None or isinstance(user, User)
        return user

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """allauth calls it when a forgotten password has been replaced."""
        limits.forget(request, limits.PASSWORD, credentials["email"])

    def login(self, request: HttpRequest, user: User) -> None:
        """Bind the session to the password as it is now: proving the address may just have ended it (email_verification.py)."""
        email_verification.take_from_link(request, user)
        user.refresh_from_db(fields=["password"])
        guest = guests.of(request)
        super().login(request, user)
        request.session[entrance.SIGNED_IN_AT] = time.time()
        guests.leave_behind(request, guest, user)

    def post_login(self, request: HttpRequest, user: User, **state: Any) -> HttpResponse:
        """Somebody who was a guest on this device is asked first whether to take the games along."""
        response = super().post_login(request, user, **state)
        if guests.LEFT not in request.session:
            return response
        return redirect_to_login(response["Location"], settings.TAKE_ALONG_URL)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """After proving their identity, suspended people read why they cannot sign in."""
        where: str = import_string(settings.SUSPENDED_URL)(user)
        return redirect(where) if where else super().respond_user_inactive(request, user)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """An email to somebody with an account is in their language, no matter who asked for it.

        When the mail server is away, the answer to the request says so and what to do; AccountMiddleware carries it.
        """
        user = context.get("user") or User.objects.filter(email=email.lower()).first()
        language = user.language if isinstance(user, User) else translation.get_language()
        links = {
            "site_url": settings.SITE_URL,
            "reset_url": settings.SITE_URL + reverse("account_reset_password"),
            "signup_url": settings.SITE_URL + reverse("account_signup"),
        }
        try:
            with translation.override(language):
                super().send_mail(template_prefix, email, {**context, **links})
        except OSError as error:  # SMTPException is one
            logger.error("no account mail could be sent: %s", type(error).__name__)
            raise ImmediateHttpResponse(render(self.request, "account/mail_down.html", status=503)) from error

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """Every account mail says that a machine wrote it, so that no machine answers (RFC 3834)."""
        return super().render_mail(
            template_prefix, email, context, {"Auto-Submitted": "auto-generated", **(headers or {})}
        )
