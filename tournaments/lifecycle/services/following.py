"""Following a tournament or a league: its beginning and its end are told by mail to who does not play in it."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from accounts.models import User
from tournaments.models import Follow, League, Tournament


class _Of(TypedDict, total=False):
    tournament: Tournament
    league: League


def follow(of: Tournament | League, user: User, *, now: datetime) -> None:
    """Saying it twice is as good as once. Whether he may see it is for the caller to know."""
    Follow.objects.get_or_create(user=user, defaults={"since": now}, **_of(of))


def unfollow(of: Tournament | League, user: User) -> None:
    Follow.objects.filter(user=user, **_of(of)).delete()


def follows(of: Tournament | League, user: User | None) -> bool:
    """One statement, none for a visitor."""
    return user is not None and Follow.objects.filter(user=user, **_of(of)).exists()


def forget_person(user: User) -> None:
    """For an account that is about to be deleted."""
    Follow.objects.filter(user=user).delete()


def _of(of: Tournament | League) -> _Of:
    return {"tournament": of} if isinstance(of, Tournament) else {"league": of}
