"""The tokens with which programs of the user sign in to the API: the page and its form."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import second_factor
from accounts.limits import hold_count
from accounts.models import ApiToken, Scope, User
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


@never_cache
@login_required
def token(request: HttpRequest) -> HttpResponse:
    """The tokens by name and first letters, and the form for a new one."""
    return _page(request, TokenForm(user=_user(request)))


def _is_protected(request: HttpRequest) -> bool:
    return second_factor.is_protected(_user(request))


@never_cache
@require_POST
@login_required
@reauthentication_required(enabled=_is_protected)  # type: ignore[untyped-decorator]
def make_token(request: HttpRequest) -> HttpResponse:
    """A new token. This answer is the only place where its text ever stands.

    A token opens the account without a second factor, so who has one shows it first, or his password, once more.
    """
    form = TokenForm(request.POST, user=_user(request))
    with transaction.atomic():
        issued = form.issue(now=timezone.now()) if form.is_valid() else None
    if issued is None:
        return _page(request, form, status=422)
    made, key = issued
    return _page(request, TokenForm(user=_user(request)), made=made, key=key)


@require_POST
@login_required
def revoke_token(request: HttpRequest) -> HttpResponse:
    """The token opens nothing any more. One that is gone already, or another person's, changes nothing."""
    number = request.POST.get("token", "")
    if number.isdecimal() and len(number) < 19:
        gone, _rows = ApiToken.objects.filter(user=request.user.pk, pk=int(number)).delete()
        if gone:
            messages.success(request, gettext("API token revoked."))
    return redirect("accounts:token")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _page(request: HttpRequest, form: TokenForm, status: int = 200, **made: object) -> HttpResponse:
    tokens = list(ApiToken.objects.filter(user=request.user.pk))
    for one in tokens:
        one.words = [words for scope, words in WORDS.items() if one.opens(scope)]  # type: ignore[attr-defined]
    return render(request, "accounts/token.html", {"form": form, "tokens": tokens, **made}, status=status)
