"""Coming in by a link that was mailed to an address: whoever has it has read the mail, so no code is asked for.

An account is made only where the address has none. One that exists, also one whose address nobody has proved yet, is entered
by signing in: a link that was passed on opens nobody's account. Where it has made one, the first mailed code that is typed
elsewhere gives it to the owner of the address alone (`accounts.email_verification`).
"""

from __future__ import annotations

import logging
from dataclasses import dataclass

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import user_signed_up
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest

from accounts import guests
from accounts.forms import name_is_taken
from accounts.models import Language, User

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who follows the link, as he told us: a name, and of his browser zone and language. `guest` is whom this device knows."""

    name: str
    time_zone: str = "UTC"
    language: str = Language.ENGLISH.value
    guest: User | None = None


def has_account(address: str) -> bool:
    """Whether somebody signs in with this address, or has typed it at a sign-up."""
    holds = Q(email__iexact=address) | Q(emailaddress__email__iexact=address, emailaddress__verified=True)
    return bool(User.objects.filter(holds).exists())


@transaction.atomic
def open_for(newcomer: Newcomer, *, address: str) -> User:
    """The account of who has proved `address`. A guest stays the same user, whose games are his.

    The caller has seen to it that there is none. Raises ValidationError where the name is somebody's.
    """
    guest = newcomer.guest
    if guest is not None:
        guests.withdraw_address(guest)
    user = User() if guest is None else User.objects.get(pk=guest.pk)
    user.email, user.display_name = address, newcomer.name
    user.time_zone, user.language, user.guest_until = newcomer.time_zone, newcomer.language, None
    user.came_by_link = True
    user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:  # another sign-up was quicker
        raise name_is_taken() from None
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    logger.info("user %s came by the link of a mail", user.pk)
    return user


def enter(request: HttpRequest, user: User) -> None:
    """Sign in who has just made this account, in the session that made it."""
    user_signed_up.send(sender=User, request=request, user=user)
    get_adapter(request).login(request, user)
