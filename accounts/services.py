"""Writes about people: opening an account without the pages, wiping one, ending sessions; accounts for which a program decides."""

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import ProtectedError, Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import second_factor, separation
from accounts.allauth_internals import (
    EMAIL_VERIFICATION_CODE_SESSION_KEY,
    LOGIN_SESSION_KEY,
    PASSWORD_RESET_VERIFICATION_SESSION_KEY,
    ratelimit,
    user_pk_to_url_str,
)
from accounts.limits import APP
from accounts.models import ApiToken, Block, Device, Followed, KnownBrowser, Language, User
from accounts.names import LONGEST, check_name, tidy_name
from api.models import KeptAnswer
from api.problems import Refusal

MARK = " (bot)"


class HoursTooOften(Refusal):
    code = "hours_too_often"
    sentence = _("You changed your waking hours or time zone too often. Try again tomorrow.")
    status = 429


def count_hours(request: HttpRequest, user: User) -> None:
    """Count a change of waking hours or time zone: from how many hours they share, somebody who changed their own at will would
    learn those of others (`games.selectors.fitting`). Raises HoursTooOften."""
    if ratelimit.consume(request, app=APP, action="hours", key=str(user.pk)) is None:
        raise HoursTooOften


def marked(name: str) -> str:
    return f"{name.removesuffix(MARK)[: LONGEST - len(MARK)].rstrip()}{MARK}"


@transaction.atomic
def allow(user: User, *, name: str = "", now: datetime) -> None:
    """From now on a program plays for this account; `name` is what it shall be called, without the mark. Twice is as once.

    Raises ValidationError where the name is none that one may have, too long with the mark, or somebody's.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    called = tidy_name(name or user.display_name.removesuffix(MARK))
    check_name(called)
    user.display_name = marked(called)
    user.bot_since = user.bot_since or now
    user.clean()  # somebody may have this name
    user.save(update_fields=["display_name", "bot_since"])


@transaction.atomic
def end(user: User) -> None:
    """A person again. Raises ValidationError where somebody has the name by now."""
    user = User.objects.select_for_update().get(pk=user.pk)
    user.display_name, user.bot_since = user.display_name.removesuffix(MARK), None
    user.clean()
    user.save(update_fields=["display_name", "bot_since"])


logger = logging.getLogger(__name__)

CONFIRM_WITHIN = timedelta(days=7)
"""How long a sign-up waits for its code."""
ENDED_TOKENS = timedelta(days=30)
"""How long its owner sees that a token has ended."""
UNANSWERED = timedelta(days=90)
"""How long somebody who was named as of the same household is waited for."""


@transaction.atomic
def open_account(*, email: str, name: str, password: str | None = None, **wishes: Any) -> User:
    """A user whose address counts as verified, for operators, demo data and tests. People come in through the sign-up page.

    Raises ValidationError when the name or address is taken or wrong.
    """
    user = User(email=email, display_name=name, **wishes)
    user.set_password(password)
    user.full_clean(exclude=["password", "name_key"])
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@transaction.atomic
def pseudonymise(user: User, *, now: datetime) -> None:
    """Wipe what is personal about `user` and keep the row, which finished games point to.

    Gone are address, name, password, second factor, rights, wishes, tokens, sessions and who blocked whom; a household has
    ended. Running games must have been left before and notifications forgotten; this app knows nothing of either. Calling it again
    changes nothing.
    """
    if user.is_pseudonym:
        return
    EmailAddress.objects.filter(user=user).delete()
    ApiToken.objects.filter(user=user).delete()
    second_factor.forget(user)
    Block.objects.filter(Q(blocker=user) | Q(blocked=user)).delete()
    Followed.objects.filter(Q(follower=user) | Q(player=user)).delete()
    KeptAnswer.objects.filter(user=user).delete()
    separation.leave_household(user=user, now=now)
    # the admin pages' history says what was done to whom, with the name as it was
    of_people = ContentType.objects.get_for_model(User)
    LogEntry.objects.filter(content_type=of_people, object_id=str(user.pk)).update(object_repr="")
    user.groups.clear()
    user.user_permissions.clear()
    user.email = None
    user.display_name = ""
    user.name_key = f"deleted:{user.pk}"  # no name has a colon, so nobody can take it
    user.set_unusable_password()
    user.time_zone, user.language = "UTC", Language.ENGLISH
    user.confirm_moves, user.hide_results, user.keyboard_shortcuts = False, False, True
    user.pass_by_itself = user.warn_too_late = user.tell_mistakes = True
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = user.active_on = user.mail_stopped_at = user.bot_since = user.guest_until = None
    user.feed_key = user.waking_hours = ""
    user.automatic_vacation, user.vacation_until = True, None
    user.deleted_at = now
    user.save()
    end_sessions(user)
    logger.info("user %s deleted the account", user.pk)


def forget_unconfirmed(*, now: datetime) -> int:
    """Throw away sign-ups whose code was never typed: a mistyped address is somebody else's, and its name is free again.

    Returns how many went. Accounts that were ever signed in, run the site or are referenced by a table stay.
    """
    stale = User.objects.filter(
        created_at__lt=now - CONFIRM_WITHIN, last_login=None, deleted_at=None, is_staff=False, is_superuser=False
    ).exclude(emailaddress__verified=True)
    gone = 0
    for user in stale:
        with suppress(ProtectedError):  # invited by name in the meantime
            user.delete()
            gone += 1
    if gone:
        logger.info("forgot %s sign-ups that were never confirmed", gone)
    return gone


@transaction.atomic
def disown(user: User, *, but_for: str | None) -> None:
    """Close the account to everybody else who could open it: its password, second factor, tokens, the address of its calendar
    and all sessions but one are ended."""
    user.set_unusable_password()
    user.feed_key = ""
    user.save(update_fields=["password", "feed_key"])
    ApiToken.objects.filter(user=user).delete()
    second_factor.forget(user)
    end_sessions(user, but_for=but_for)


def end_sessions(user: User, *, but_for: str | None = None) -> None:
    """Sign `user` out everywhere, or everywhere but in one session.

    The password's hash does so already; this also removes what the sessions hold, and unfinished sign-ins: somebody who has
    a code for the account, mailed before to an address it had then, could still type it.
    """
    forget_browsers(user, but_for=but_for)
    Device.objects.filter(user=user).exclude(session_key=but_for or "").delete()
    for session in Session.objects.iterator():
        if session.session_key != but_for and _is_about(session.get_decoded(), user):
            _store()(session.session_key).delete()


def end_session(key: str) -> None:
    """End this one session, which opens nothing any more; its browser is not known again."""
    KnownBrowser.objects.filter(devices__session_key=key).delete()
    Device.objects.filter(session_key=key).delete()
    _store()(key).delete()


def forget_browsers(user: User, *, but_for: str | None = None) -> None:
    """No browser is known any more as one on which `user` has signed in, or only that of one session."""
    KnownBrowser.objects.filter(user=user).exclude(devices__session_key=but_for or "").delete()


def _store() -> Any:
    return import_module(settings.SESSION_ENGINE).SessionStore


def _is_about(held: dict[str, Any], user: User) -> bool:
    """Whether a session is signed in as `user`, or waits for a code that would sign it in."""
    number = str(user.pk)
    return (
        str(held.get(SESSION_KEY)) == number
        or held.get(LOGIN_SESSION_KEY, {}).get("user_pk") == user_pk_to_url_str(user)
        or held.get(EMAIL_VERIFICATION_CODE_SESSION_KEY, {}).get("user_id") == number
        or held.get(PASSWORD_RESET_VERIFICATION_SESSION_KEY, {}).get("user_id") == number
    )
