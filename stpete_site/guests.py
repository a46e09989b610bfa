"""What a guest may do, by the names of addresses: the one place that says so.

Guests (`accounts.guests`) play against bots and look things up. Of other people they meet only friends by a link, theirs or the
friend's: a seat at that table, and its chat. No invitations, emails, tokens, tournaments, leagues, ratings, blocks. They sign
up and in like visitors, and see all other pages as visitors: only the header knows them. Pages that would send a visitor to
sign in, and all other forms, are refused.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import PermissionDenied

from accounts.models import User
from api.problems import is_for_api, problem

CODE = "guest"
SENTENCE = _(
    "As a guest you can play bots, and friends who send you a link. To play others, create an account. All you need is a name "
    "and an email address."
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
            "games:charts",
            "games:record",
            "games:position-png",
            "games:position-svg",
        ),
        *("games:move", "games:pass", "games:preset", "games:orders", "games:back", "games:resign"),
        *("games:proposal", "games:gift"),
        "games:play-again",
        *("games:link", "games:sit", "games:table", "games:table-pulse", "games:table-leave", "games:table-agree"),
        *("games:host-friend", "games:table-remove", "games:table-close"),
        *("games:chat", "games:say", "games:message-remove"),
        *("games:handbook", "games:exact", "games:section", "games:rule", "games:rules-search"),
        *("games:cards", "games:card", "games:card-sheet", "games:sheet", "games:archive"),
        *("games:hint", "games:mistakes"),
        *("games:lesson", "games:lesson-again", "games:lesson-step", "games:lesson-answer"),
        *("games:puzzle-today", "games:puzzles", "games:puzzle", "games:puzzle-answer"),
        *("games:play-on", "games:guess", "games:guess-move", "games:guess-answer", "games:review"),
    }
)
"""What guests do themselves: their own games, and what they look up there."""

AS_VISITOR = frozenset(
    {
        *("account_signup", "account_login", "account_inactive", "account_request_login_code"),
        *("account_confirm_login_code", "account_email_verification_sent"),
        *("mfa_authenticate", "mfa_login_webauthn"),
        *("account_reset_password", "account_confirm_password_reset_code"),
        *("account_complete_password_reset", "account_password_reset_completed"),
        *("mailbox", "mailbox-mail", "mailbox-html", "mailbox-answer"),
        *(
            "notifications:unsubscribe",
            "notifications:arrived",
            "incoming_mail:tracking",
            "incoming_mail:webhook",
            "moderation:measure",
            "games:invitation",
            "games:invitation-accept",
            "games:invitation-decline",
            "games:act",
            "games:guest-key",
        ),
    }
)
"""The way to an account, and links in emails to other people who use this device: here a guest is a visitor."""


class GuestMiddleware(MiddlewareMixin):
    """Lets guests do what they may and see what visitors see, and answers the rest with a sentence and the way to an account.

    `request.guest` is the guest where the page treats them as a visitor.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        return refuse(request) if getattr(request, "only_looks", False) and _wants_an_account(response) else response

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
        request.only_looks = request.method in ("GET", "HEAD") and name not in AS_VISITOR  # type: ignore[attr-defined]
        if name in AS_VISITOR or request.only_looks:  # type: ignore[attr-defined]
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
            return None
        return refuse(request)


def _wants_an_account(response: HttpResponse) -> bool:
    """A visitor would be asked to sign in."""
    where = response.get("Location", "").partition("?")[0]
    return response.status_code in (401, 403) or (
        response.status_code == 302 and where == resolve_url(settings.LOGIN_URL)
    )


def refuse(request: HttpRequest) -> HttpResponse:
    """403, in words or, to a program, as JSON; the code is the same."""
    if is_for_api(request):
        return problem(PermissionDenied(SENTENCE), request, code=CODE)
    return render(request, "games/guests/needs_account.html", {"sentence": SENTENCE, "code": CODE}, status=403)
