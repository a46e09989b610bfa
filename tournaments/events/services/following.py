"""Following an event or a league: its beginning and its end are told by mail to who does not play in it."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from accounts.models import User
from tournaments.models import Event, Follow, League


class _Of(TypedDict, total=False):
    event: Event
    league: League


def follow(of: Event | League, user: User, *, now: datetime) -> None:
    """Saying it twice is as good as once. Whether he may see it is for the caller to know."""
    Follow.objects.get_or_create(user=user, defaults={"since": now}, **_of(of))


def unfollow(of: Event | League, user: User) -> None:
    Follow.objects.filter(user=user, **_of(of)).delete()


def follows(of: Event | League, user: User | None) -> bool:
    """One statement, none for a visitor."""
    return user is not None and Follow.objects.filter(user=user, **_of(of)).exists()


def forget_person(user: User) -> None:
    """For an account that is about to be deleted."""
    Follow.objects.filter(user=user).delete()


def _of(of: Event | League) -> _Of:
    return {"event": of} if isinstance(of, Event) else {"league": of}
