"""The people of the database and how they prove who they are: sessions and API tokens, as after signing in."""

from __future__ import annotations

from datetime import date
from functools import cache
from importlib import import_module
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.utils.timezone import now

from accounts.models import ApiToken, Scope, User
from accounts.names import name_key
from accounts.sessions import SEEN_ON

CSRF = "benchmark" * 3 + "12345"
"""A secret of the cookie and of the forms; Django takes any of 32 letters and figures."""


def make_people(number: int) -> list[User]:
    """So many people with confirmed addresses and no password, who have been here today already."""
    cookie_of.cache_clear()  # a database that begins anew gives its people the numbers of those before
    token_of.cache_clear()
    nothing, today = make_password(None), now().date()
    names = [f"Player {chr(65 + place % 26)}{place}" for place in range(number)]
    people = User.objects.bulk_create(
        User(
            email=f"{place}@example.com",
            display_name=name,
            name_key=name_key(name),
            password=nothing,
            active_on=today,
            pass_by_itself=False,  # each move of the course is made by its player
        )
        for place, name in enumerate(names)
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in people
    )
    return people


@cache
def cookie_of(user_id: int) -> str:
    """The cookies of a browser in which this user has signed in."""
    user = User.objects.get(pk=user_id)
    session = _store()()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session[SEEN_ON] = date.max.isoformat()  # has sent something today, whenever that is: no move is the first of a day
    session.save()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}; {stranger()}"


def stranger() -> str:
    """The cookies of a browser in which nobody has signed in."""
    return f"{settings.CSRF_COOKIE_NAME}={CSRF}; {settings.LANGUAGE_COOKIE_NAME}=en"


@cache
def token_of(user_id: int) -> str:
    """An API token of this user, made for this run."""
    user = User.objects.get(pk=user_id)
    return ApiToken.objects.issue(user=user, name="Benchmark", scopes=Scope, now=now(), expires_at=None)[1]


def _store() -> Any:
    return import_module(settings.SESSION_ENGINE).SessionStore
