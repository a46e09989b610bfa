"""The proof of who has neither a password nor a second factor: a sign-in, by a mailed code, of a few minutes ago.

allauth takes such an account for proved whenever it is signed in, so a device left open for a moment would be enough to take it.
"""

from __future__ import annotations

import time

from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.allauth_internals import get_reauthentication_flows

SIGNED_IN_AT = "signed_in_at"
HOLDS = 10 * 60
"""Seconds after a sign-in in which it counts as a proof."""


def note_sign_in(request: HttpRequest) -> None:
    """Somebody has just proved who he is; kept in the session."""
    request.session[SIGNED_IN_AT] = time.time()


def ask(request: HttpRequest) -> None:
    """Before something important. Raises ImmediateHttpResponse, the way to sign in anew, where nothing else can be asked for."""
    if not request.user.is_authenticated or get_reauthentication_flows(request.user):
        return
    if time.time() - request.session.get(SIGNED_IN_AT, 0) < HOLDS:
        return
    messages.info(
        request,
        _("Confirm your identity first. Sign out, sign in with a new code, then try again within ten minutes."),
    )
    raise ImmediateHttpResponse(redirect("account_logout"))
