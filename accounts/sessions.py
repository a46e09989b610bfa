"""Devices in sessions: browsers that are known again, and the list of devices kept true.

A secret is good for one person. It ends with the device in their list, with a new password set elsewhere, and after a year without
a sign-in.

Somebody who signs in on a browser that does not know them is told by mail, but for the very first time.
"""

import hashlib
import logging
import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.signals import password_changed, password_reset, password_set
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.contrib.sessions.models import Session
from django.db import OperationalError, transaction
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import end_session, forget_browsers
from accounts.tokens import Device, KnownBrowser, label_of

COOKIE = "known"
KNOWN_FOR = timedelta(days=365)
MOST = 8
"""People whom one browser knows."""


def find(request: HttpRequest, user: User, *, now: datetime) -> KnownBrowser | None:
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


def remember(response: HttpResponse, held: list[str]) -> None:
    """Give the browser the secrets of those who have signed in on it."""
    response.set_cookie(
        COOKIE,
        ".".join(held),
        max_age=KNOWN_FOR,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
    )


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _secrets(request: HttpRequest) -> list[str]:
    return [one for one in request.COOKIES.get(COOKIE, "").split(".") if one.isalnum()][:MOST]


DEVICE = "device"
"""Where a session keeps the number of its row."""
SEEN_ON = "seen_on"
"""Where a session keeps the day that its row has, as ISO 8601 writes it."""

logger = logging.getLogger(__name__)


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, user: User, **_signal: Any) -> None:
    """A row for the session; and a mail, unless the browser is known, it is the first time, or no browser asked at all."""
    if user.is_guest:
        return
    if not request.session.session_key:
        request.session.save()
    now, label = timezone.now(), label_of(request.META.get("HTTP_USER_AGENT", ""))
    is_browser = "REQUEST_METHOD" in request.META  # signing in turns the CSRF token there, so it is never empty
    is_new = is_browser and user.last_login is not None and find(request, user, now=now) is None
    with suppress(OperationalError):  # nothing can be written, such as on a full disk
        browser = meet(request, user, now=now) if is_browser else None
        device = _keep(str(request.session.session_key), user.pk, label, now, browser=browser)
        request.session[DEVICE] = device.pk
        request.session[SEEN_ON] = now.date().isoformat()
    if is_new:
        transaction.on_commit(lambda: _tell(request, user, label, now))


def _tell(request: HttpRequest, user: User, label: str, now: datetime) -> None:
    """Send the email. While the mail server is away, the sign-in still works."""
    context = {
        "user": user,
        "label": label,
        "timestamp": now,
        "devices_url": settings.SITE_URL + reverse("accounts:devices"),
    }
    try:
        get_adapter(request).send_mail("account/email/new_device", user.email, context)
    except (ImmediateHttpResponse, OSError):
        logger.warning("user %s was not told of a new device", user.pk)


def _keep(key: str, user_id: int, label: str, now: datetime, *, browser: KnownBrowser | None = None) -> Device:
    fresh = {"user_id": user_id, "label": label[:40], "began_at": now, "seen_on": now.date(), "browser": browser}
    return Device.objects.update_or_create(session_key=key, defaults=fresh)[0]


def touch(request: HttpRequest, user: User, *, now: datetime) -> None:
    """Something was sent in this session today. A session from before there were rows gets one now.

    The session itself says that today is in the row: it is read with every request, and nothing further is asked.
    """
    key, today = request.session.session_key, now.date()
    said = request.session.get(SEEN_ON, "")
    if user.is_guest or not key or SESSION_KEY not in request.session or said >= today.isoformat():
        return
    try:
        seen = Device.objects.filter(session_key=key).values_list("seen_on", flat=True).first()
        if seen is None:
            request.session[DEVICE] = _keep(key, user.pk, label_of(request.META.get("HTTP_USER_AGENT", "")), now).pk
        elif seen < today:
            Device.objects.filter(session_key=key).update(seen_on=today)
        request.session[SEEN_ON] = today.isoformat()
    except OperationalError:  # nothing can be written, such as on a full disk: the request goes on
        return


@receiver(user_logged_out)
def forget_session(request: HttpRequest, **_signal: Any) -> None:
    """Sent before the session is emptied."""
    if key := request.session.session_key:
        Device.objects.filter(session_key=key).delete()


@receiver([password_changed, password_set, password_reset])
def end_others(request: HttpRequest, user: User, **_signal: Any) -> None:
    """With another password the other sessions open nothing; now they are gone from the list too, and no other browser is known."""
    here = request.session.session_key
    if here and (noted := request.session.get(DEVICE)):  # a session that goes on has another key than before
        Device.objects.filter(pk=int(noted), user=user).update(session_key=here)
    for device in Device.objects.filter(user=user).exclude(session_key=here or ""):
        end_session(device.session_key)
    forget_browsers(user, but_for=here)


def alive(user: User) -> list[Device]:
    """The devices of `user` whose sessions are there still, the last used first."""
    rows = list(Device.objects.filter(user=user).order_by("-seen_on", "-began_at"))
    there = set(
        Session.objects.filter(
            session_key__in=[row.session_key for row in rows], expire_date__gt=timezone.now()
        ).values_list("session_key", flat=True)
    )
    return [row for row in rows if row.session_key in there]


def forget_ended(*, now: datetime) -> int:
    """Delete sessions that have expired, and the devices of sessions that are gone. Returns how many devices went."""
    Session.objects.filter(expire_date__lt=now).delete()
    gone, _rows = Device.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
    return gone
