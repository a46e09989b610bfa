"""Browsers that are known again: each has a random secret in a cookie, for every person who has signed in on it.

A secret is good for one person. It ends with the device in their list, with a new password set elsewhere, and after a year without
a sign-in.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.devices import KnownBrowser
from accounts.models import User

COOKIE = "known"
KNOWN_FOR = timedelta(days=365)
MOST = 8
"""People whom one browser knows."""


def find(request: HttpRequest, user: User, *, now: datetime) -> KnownBrowser | None:
    """This browser, if `user` has signed in on it before."""
    found: KnownBrowser | None = KnownBrowser.objects.filter(
        user=user, digest__in=[_digest(one) for one in _secrets(request)], signed_in_at__gt=now - KNOWN_FOR
    ).first()
    return found


def meet(request: HttpRequest, user: User, *, now: datetime) -> KnownBrowser:
    """`user` signs in on this browser: from the answer to this request on it is known, for another year."""
    browser = find(request, user, now=now)
    if browser is None:
        secret = secrets.token_hex(16)
        browser = KnownBrowser.objects.create(user=user, digest=_digest(secret), signed_in_at=now)
    else:
        secret = next(one for one in _secrets(request) if _digest(one) == browser.digest)
        KnownBrowser.objects.filter(pk=browser.pk).update(signed_in_at=now)
    others = [one for one in _secrets(request) if one != secret]
    request.known_on_device = [secret, *others][:MOST]  # type: ignore[attr-defined]
    return browser


def remember(request: HttpRequest, response: HttpResponse) -> bool:
    """Give the browser the secrets of those who have signed in on it, if somebody just did."""
    held: list[str] = getattr(request, "known_on_device", [])
    if held:
        response.set_cookie(
            COOKIE,
            ".".join(held),
            max_age=KNOWN_FOR,
            secure=bool(settings.SESSION_COOKIE_SECURE),
            httponly=True,
            samesite="Lax",
        )
    return bool(held)


def forget_old(*, now: datetime) -> int:
    """Throw away those on which nobody has signed in for a year. Returns how many went."""
    return KnownBrowser.objects.filter(signed_in_at__lte=now - KNOWN_FOR).delete()[0]


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _secrets(request: HttpRequest) -> list[str]:
    return [one for one in request.COOKIES.get(COOKIE, "").split(".") if one.isalnum()][:MOST]
