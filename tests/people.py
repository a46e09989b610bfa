"""Anna, Boris and Clara play; Dmitri only watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.test import Client

    from accounts.models import Scope, User

PASSWORD = "long enough to sign in"


def person(name: str, **fields: object) -> User:
    """An account with a verified address, as after a sign-up: <name>@example.org and the password PASSWORD."""
    from allauth.account.models import EmailAddress

    from accounts.models import User

    user = User.objects.create_user(f"{name.lower()}@example.org", PASSWORD, display_name=name, **fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def signed_in(user: User) -> Client:
    """A client that is signed in as `user`."""
    from django.test import Client

    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def token_of(user: User, *, name: str = "Program", scopes: Iterable[Scope] | None = None) -> str:
    """A token with which a program signs in as `user`; it may do all that tokens may, or what `scopes` say."""
    from django.utils.timezone import now

    from accounts.models import ApiToken, Scope

    opened = list(Scope) if scopes is None else list(scopes)
    return ApiToken.objects.issue(user=user, name=name, scopes=opened, now=now(), expires_at=None)[1]


@pytest.fixture
def anna(db: None) -> User:
    return person("Anna")


@pytest.fixture
def boris(db: None) -> User:
    return person("Boris")


@pytest.fixture
def clara(db: None) -> User:
    return person("Clara")


@pytest.fixture
def dmitri(db: None) -> User:
    return person("Dmitri")
