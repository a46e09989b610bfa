"""Deleting an account. It stands here, above both apps, because running games are left before the person is wiped."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.allauth_internals import consume_or_429, normalize_user_code
from accounts.forms import DeletionForm
from accounts.models import User
from games.models import Game, Status
from stpete_site.erasing import erase

CODE_KEY = "account_deletion_code"
CODE_HOLDS = timedelta(minutes=15)
TRIES = 3


@sensitive_post_parameters("proof")
@login_required
@require_http_methods(["GET", "POST"])
def delete_account(request: HttpRequest) -> HttpResponse:
    """Say what deletion means; with the right password or code leave all games, wipe the person, sign out."""
    user = request.user
    assert isinstance(user, User)
    if request.method == "POST" and (limited := consume_or_429(request, action="reauthenticate", user=user)):
        return limited
    if "send_code" in request.POST:
        _send_code(request, user)
        return redirect("delete-account")
    form = DeletionForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        if _is_proof(request, user, form.cleaned_data["proof"]):
            return _delete(request, user)
        form.add_error("proof", _("Wrong password or code. Nothing was deleted."))
    page = {"form": form, "games": _running_games(user), "code_sent": CODE_KEY in request.session}
    return render(request, "accounts/delete.html", page, status=422 if form.errors else 200)


def _delete(request: HttpRequest, user: User) -> HttpResponse:
    erase(user, now=timezone.now())
    language = request.LANGUAGE_CODE
    logout(request)
    request.person_language = language  # type: ignore[attr-defined]
    messages.success(request, _("Your account was deleted."))
    return redirect("/")


def _running_games(user: User) -> list[Game]:
    return list(
        Game.objects.filter(
            status=Status.RUNNING, seats__tenures__user=user, seats__tenures__until__isnull=True
        ).distinct()
    )


def _send_code(request: HttpRequest, user: User) -> None:
    """Mail a code to somebody who has no password; the session keeps only its hash."""
    adapter = get_adapter(request)
    code = adapter.generate_login_code()
    until = (timezone.now() + CODE_HOLDS).isoformat()
    request.session[CODE_KEY] = {"hash": _hash(request, code), "until": until, "tries": TRIES}
    adapter.send_mail("account/email/deletion_code", user.email, {"user": user, "code": code})
    messages.info(request, _("We sent you a code."))


def _is_proof(request: HttpRequest, user: User, proof: str) -> bool:
    if user.has_usable_password():
        return user.check_password(proof)
    sent = request.session.get(CODE_KEY)
    if not sent or sent["tries"] < 1 or sent["until"] < timezone.now().isoformat():
        request.session.pop(CODE_KEY, None)
        return False
    request.session[CODE_KEY] = {**sent, "tries": sent["tries"] - 1}
    return constant_time_compare(sent["hash"], _hash(request, proof))


def _hash(request: HttpRequest, code: str) -> str:
    """Bound to the session, so that a stolen row of another one proves nothing."""
    return hashlib.sha256(f"{request.session.session_key}:{normalize_user_code(code)}".encode()).hexdigest()
