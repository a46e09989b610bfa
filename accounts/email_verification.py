"""An account belongs to the person who proves its address first; a mailed link proves it and lets them in.

An account is made only where the address has none. One that exists, also one whose address nobody has proved yet, is entered
by signing in: a link that was passed on opens nobody's account. Where it has made one, the first mailed code that is typed
elsewhere gives it to the owner of the address alone.

Somebody may sign up with a stranger's address and a password of their own, and leave. When the stranger comes, by a mailed
code or a new password, following an invitation or not, the account becomes theirs alone: the password typed at the
sign-up, other sessions, sign-ins half done elsewhere and tokens open nothing any more.

The link of an invitation proves an address, too, but links are passed on. So an account made by it goes to the first person who
types a mailed code in another session.
"""

import logging
from dataclasses import dataclass
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_reset, user_signed_up
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import guests
from accounts.allauth_internals import get_authentication_records
from accounts.forms import name_is_taken
from accounts.models import ApiToken, Language, User
from accounts.services import disown

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who follows the link: the name they typed, their browser's zone and language, and the guest of this device."""

    name: str
    time_zone: str = "UTC"
    language: str = Language.ENGLISH.value
    guest: User | None = None


def has_account(address: str) -> bool:
    holds = Q(email__iexact=address) | Q(emailaddress__email__iexact=address, emailaddress__verified=True)
    return bool(User.objects.filter(holds).exists())


@transaction.atomic
def open_for(newcomer: Newcomer, *, address: str) -> User:
    """Make the account of somebody who has proved `address`. A guest stays the same user and keeps their games.

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
    user_signed_up.send(sender=User, request=request, user=user)
    get_adapter(request).login(request, user)


SIGNED_UP = "signed_up"
"""Key in the session that signed up: the id of the account it made."""


@receiver(user_signed_up)
def remember_sign_up(request: HttpRequest, user: User, **_signal: Any) -> None:
    """Remember the session: somebody who types the code in it has chosen the password, too."""
    request.session[SIGNED_UP] = str(user.pk)


@receiver(email_confirmed)
def hand_over(request: HttpRequest, email_address: EmailAddress, **_signal: Any) -> None:
    """Called whenever somebody proves an address: by a sign-up or sign-in code, a new password or a change of address.

    Do nothing for staff, for the session that made the account or is signed in to it, and if the account already had another
    verified address."""
    user = email_address.user
    assert isinstance(user, User)
    others = EmailAddress.objects.filter(user=user, verified=True).exclude(pk=email_address.pk)
    is_here = user.is_staff or request.user == user or request.session.get(SIGNED_UP) == str(user.pk)
    if is_here or others.exists():
        return
    had_password = user.has_usable_password()
    disown(user, but_for=request.session.session_key)
    logger.info("user %s was proved outside of the session that signed up", user.pk)
    if had_password:
        messages.info(
            request,
            _(
                "Somebody signed up with your address and a password. That password no longer works. Sign in "
                "with codes by email, or set a new password in your profile. If it was you on another device, "
                "everything is fine."
            ),
        )


def take_from_link(request: HttpRequest, user: User) -> None:
    """Called at every sign-in. An account that a link has made is proved by the first code typed in another session than that."""
    is_here = request.session.get(SIGNED_UP) == str(user.pk)
    if not user.came_by_link or is_here or not typed_a_code(request, user):
        return
    disown(user, but_for=request.session.session_key)
    User.objects.filter(pk=user.pk).update(came_by_link=False)
    logger.info("user %s, who came by a link, typed a code elsewhere", user.pk)
    messages.info(
        request,
        _("This account was created from an invitation link. It is now yours alone, and other devices are signed out."),
    )


def typed_a_code(request: HttpRequest, user: User) -> bool:
    """Whether this sign-in was by a mailed code."""
    return any(record.get("method") == "code" for record in get_authentication_records(request, user))


@receiver(password_reset)
def replace(user: User, **_signal: Any) -> None:
    """A new password, set with a mailed code, has ended all sessions; tokens end with them."""
    if user.came_by_link:
        ApiToken.objects.filter(user=user).delete()
        User.objects.filter(pk=user.pk).update(came_by_link=False)
