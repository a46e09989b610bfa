"""From which network somebody comes: noted at a sign-in, and with the first thing that he sends on a day.

It stands right below `accounts.activity` and reads the same row: one that says today already was noted today.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.activity import LOOKING
from accounts.models import User
from moderation.services import networks


class NetworkMiddleware:
    """Notes it after the answer is made, never in a game's transaction."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method not in LOOKING and isinstance(request.user, User):
            now = timezone.now()
            if request.user.active_on != now.date():
                _note(request, request.user)
        return response


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest | None, user: User, **_signal: Any) -> None:
    if request is not None:
        _note(request, user)


def _note(request: HttpRequest, user: User) -> None:
    """Where nobody can say from where, such as behind a socket, nothing is noted."""
    with suppress(PermissionDenied):
        networks.note(user=user, address=get_adapter(request).get_client_ip(request), now=timezone.now())
