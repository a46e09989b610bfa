"""What a guest may do, by the names of addresses: the one place that says so. Whatever is not named here is refused.

A guest (`accounts.guests`) plays against bots and looks things up. He has nothing to do with other people: no tables,
invitations, mails, tokens, events, leagues, ratings, pages of players, blocks. Signing up and in he meets as a visitor does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import PermissionDenied

from accounts.models import User
from api.problems import is_for_api, problem

CODE = "guest"
SENTENCE = _(
    "You play as a guest, and guests play against bots. Everything with other people needs an account: a name and a mail"
    " address are enough."
)

MAY = frozenset(
    {
        *(
            "front",
            "rules",
            "about",
            "privacy",
            "imprint",
            "terms",
            "health",
            "health-live",
            "health-ready",
            "metrics",
            "accounts:language",
        ),
        *("offline", "worker"),
        *("games:play-now", "games:forget-guest", "games:mine", "games:next"),
        *(
            "games:game",
            "games:log",
            "games:text",
            "games:pulse",
            "games:picture",
            "games:seen",
            "games:replay",
            "games:record",
        ),
        *("games:move", "games:pass", "games:preset", "games:back", "games:end", "games:resign"),
        *("games:handbook", "games:exact", "games:section", "games:rule", "games:rules-search"),
        *("games:cards", "games:card", "games:card-sheet", "games:sheet", "games:archive"),
        "games:hint",
        *("games:lesson", "games:lesson-again", "games:lesson-step", "games:lesson-answer"),
    }
)
"""His own games, and what anybody may look up."""

AS_VISITOR = frozenset(
    {
        *("account_signup", "account_login", "account_inactive", "account_request_login_code"),
        *("account_confirm_login_code", "account_email_verification_sent"),
        *("mfa_authenticate", "mfa_login_webauthn"),
        *("account_reset_password", "account_confirm_password_reset_code"),
        *("account_complete_password_reset", "account_password_reset_completed"),
        *("mailbox", "mailbox-mail", "mailbox-html", "mailbox-answer"),
        *(
            "notices:unsubscribe",
            "notices:arrived",
            "inbound:tracking",
            "inbound:webhook",
            "games:invitation",
            "games:invitation-accept",
            "games:invitation-decline",
            "games:act",
        ),
    }
)
"""The way to an account, and links of mails to whoever else uses this device: there he is nobody in particular."""


class GuestMiddleware:
    """Lets a guest do what he may, and answers the rest with a sentence and the way to an account.

    `request.guest` is the guest where the page takes him for a visitor.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        if getattr(view, "impersonal", False):  # it knows the number of the session only, and asks for a seat
            return None
        user = request.user
        if not isinstance(user, User) or not user.is_guest:
            return None
        name = request.resolver_match.view_name if request.resolver_match else ""
        if name in MAY:
            return None
        if name in AS_VISITOR:
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
            return None
        return refuse(request)


def refuse(request: HttpRequest) -> HttpResponse:
    """403, in words or, to a program, as JSON; the code is the same."""
    if is_for_api(request):
        return problem(PermissionDenied(SENTENCE), request, code=CODE)
    return render(request, "games/guests/needs_account.html", {"sentence": SENTENCE, "code": CODE}, status=403)
