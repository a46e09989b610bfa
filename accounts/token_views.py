"""The token with which a program of the user signs in to the API."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from rest_framework.authtoken.models import Token

from accounts.models import User


@never_cache
@login_required
def token(request: HttpRequest) -> HttpResponse:
    """Says whether there is a token. Its text is shown once, when it is made."""
    made_at = Token.objects.filter(user=request.user.pk).values_list("created", flat=True).first()
    return render(request, "accounts/token.html", {"made_at": made_at})


@never_cache
@require_POST
@login_required
def make_token(request: HttpRequest) -> HttpResponse:
    """A new token in place of the old one, which no longer opens anything."""
    user = request.user
    assert isinstance(user, User)
    Token.objects.filter(user=user).delete()
    made = Token.objects.create(user=user)
    return render(request, "accounts/token.html", {"made_at": made.created, "key": made.key})


@require_POST
@login_required
def revoke_token(request: HttpRequest) -> HttpResponse:
    """No token any more."""
    Token.objects.filter(user=request.user.pk).delete()
    messages.success(request, _("The token is revoked."))
    return redirect("accounts:token")
