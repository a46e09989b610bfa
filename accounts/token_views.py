"""The tokens with which programs of the user sign in to the API."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import second_factor
from accounts.models import ApiToken, User
from accounts.token_forms import WORDS, TokenForm


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
            messages.success(request, _("API token revoked."))
    return redirect("accounts:token")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _page(request: HttpRequest, form: TokenForm, status: int = 200, **made: object) -> HttpResponse:
    tokens = list(ApiToken.objects.filter(user=request.user.pk))
    for one in tokens:
        one.words = [words for scope, words in WORDS.items() if one.opens(scope)]  # type: ignore[attr-defined]
    return render(request, "accounts/token.html", {"form": form, "tokens": tokens, **made}, status=status)
