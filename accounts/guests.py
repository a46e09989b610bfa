"""Guests: people without an account, who play against bots, and with friends by the link of a table, theirs or the friend's.

A guest is a user with `guest_until` and without an address, signed in to a session. Their games are by link and unrated, and are
in no list of others, archive, rating or best result, also later. `stpete_site/guests.py` lists what they may open. A secret link
(`key_of`) signs them in on another device.

Proving an address in the same session makes an account of the same row. Somebody who signs in to an existing account is asked
whether to take the guest's games along: then tenures name the account from their beginning, and each log gets a row `taken`.
"""

import logging
from base64 import b32encode, urlsafe_b64encode
from datetime import datetime, timedelta
from hmac import compare_digest
from secrets import token_bytes
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, user_signed_up
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, login
from django.db import IntegrityError, transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import translation
from django.utils.crypto import salted_hmac

from accounts.allauth_internals import ratelimit
from accounts.limits import APP
from accounts.models import GUEST, NAMED_GUEST, Language, User
from accounts.names import LONGEST, all_zones
from statements import row_number

logger = logging.getLogger(__name__)

LEFT = "left_guest"
"""In the session of who signed in: the guest that this device was before."""

DOUBLE_CLICK = 10
"""Seconds within which a second click of the same device is the first one's."""

SIGNS = 16
"""Letters of the name in the row, of five bits each; nobody ever reads it."""


def keep_until(now: datetime) -> datetime:
    return now + timedelta(days=settings.GUEST_DAYS)


def of(request: HttpRequest | None) -> User | None:
    """The guest whose device this is, also on pages that treat them as a visitor."""
    guest = getattr(request, "guest", None) or getattr(request, "user", None)
    return guest if isinstance(guest, User) and guest.is_guest else None


def admit(request: HttpRequest, *, zone: str, now: datetime) -> User | None:
    """Make a guest and bind the session to them. None when so many came from this network that it looks like a program.

    Two clicks at once, neither of which has a session yet, make one guest: the cookie that protects the form tells the device.
    """
    # what a guest made now is called in their row, and one made a moment ago; nobody else can know either
    secret = request.COOKIES.get(settings.CSRF_COOKIE_NAME) or token_bytes(16).hex()
    moment = int(now.timestamp()) // DOUBLE_CLICK
    names = [_name(f"{secret}:{one}") for one in (moment, moment - 1)]
    guest = User.objects.filter(name_key__in=names, guest_until__isnull=False, is_active=True).first()
    if guest is None:
        if ratelimit.consume(request, app=APP, action="guest_from_here", key=str(ratelimit.get_ip(request))) is None:
            return None
        guest = _make(names[0], zone=zone, now=now)
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def _make(name: str, *, zone: str, now: datetime) -> User:
    language = translation.get_language()
    guest = User(
        display_name=name,
        guest_until=keep_until(now),
        created_at=now,
        time_zone=zone if zone in all_zones() else "UTC",
        language=language if language in Language.values else Language.ENGLISH,
        confirm_moves=False,  # one click less before the first move
    )
    guest.set_unusable_password()
    try:
        with transaction.atomic():
            guest.save()
    except IntegrityError:  # the other of two clicks was quicker
        return User.objects.get(name_key=name)
    logger.info("user %s is a guest", guest.pk)
    return guest


def _name(text: str) -> str:
    digest = salted_hmac("accounts.guests", text, algorithm="sha256").digest()
    return GUEST + b32encode(digest).decode().lower()[:SIGNS]


def rename(guest: User, told: str) -> None:
    """Call the guest by this name, which has been checked as that of an account is."""
    guest.display_name = f"{NAMED_GUEST}{told[: LONGEST - len(NAMED_GUEST)].rstrip()}"
    guest.save(update_fields=["display_name"])


def key_of(guest: User) -> str:
    """What their secret link has: nobody can compute it without the site's key."""
    told = f"{guest.pk}:{guest.created_at.isoformat()}"
    proof = salted_hmac("accounts.guests.key", told, algorithm="sha256").digest()[:16]
    return f"{guest.pk}-{urlsafe_b64encode(proof).decode().rstrip('=')}"


def by_key(key: str) -> User | None:
    """The guest with this secret link; None where they have an account by now, or are gone."""
    number = row_number(key.partition("-")[0])
    guest = User.objects.filter(pk=number, guest_until__isnull=False, is_active=True).first()
    return guest if guest is not None and compare_digest(key_of(guest).encode(), key.encode()) else None


def count() -> int:
    return User.objects.filter(guest_until__isnull=False).count()


def stay(guest: User, *, now: datetime) -> None:
    """The guest has begun another game, so the period begins anew. Changes nothing for somebody who has an account meanwhile."""
    User.objects.filter(pk=guest.pk, guest_until__isnull=False).update(guest_until=keep_until(now))


def withdraw_address(guest: User) -> None:
    """Take back an address that the guest typed and did not prove: they sign up once more, perhaps with another one."""
    EmailAddress.objects.filter(user=guest, verified=False).delete()
    User.objects.filter(pk=guest.pk, guest_until__isnull=False).update(email=None)


def leave_behind(request: HttpRequest, guest: User | None, user: User) -> None:
    if guest is not None and guest.pk != user.pk:
        request.session[LEFT] = guest.pk


def left_behind(request: HttpRequest) -> User | None:
    """The guest that this device was before, as long as nobody has decided about their games."""
    number = request.session.get(LEFT)
    return User.objects.filter(pk=number, guest_until__isnull=False, is_active=True).first() if number else None


def let_go(request: HttpRequest) -> None:
    request.session.pop(LEFT, None)


def doom(guest_id: int, *, due: datetime | None = None) -> bool:
    """Close a guest who is about to be deleted: nobody can sign in as them or turn them into an account. False where they are
    no guest any more, or kept for longer than `due`."""
    guests = User.objects.filter(pk=guest_id, guest_until__isnull=False)
    return bool((guests if due is None else guests.filter(guest_until__lte=due)).update(is_active=False))


@receiver(user_signed_up)
def stay_signed_in(request: HttpRequest, user: User, **_signal: Any) -> None:
    """Keep the session of a guest who signs up: the new password must not end it while they play on until they type the code."""
    if user.is_guest:
        request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()


@receiver(email_confirmed)
def become_account(email_address: EmailAddress, **_signal: Any) -> None:
    """Turn the guest with this proved address into an account, with all their games."""
    user = email_address.user
    assert isinstance(user, User)
    if user.is_guest and User.objects.filter(pk=user.pk, guest_until__isnull=False, is_active=True).update(
        guest_until=None
    ):
        user.guest_until = None
        logger.info("user %s is no guest any more", user.pk)
