"""What staff of the installed apps may do, found by lying in their package `staff`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from accounts.models import User
from accounts.permissions import can
from moderation.actions import Act, Card, Need, Subject
from plugins import by_apps, by_name, made_once

PLACE = "staff"


@made_once
def subjects() -> Mapping[str, Subject]:
    """What staff look at and act upon, by its name."""
    return by_name(PLACE, "SUBJECTS")


@made_once
def acts() -> Mapping[str, Act]:
    """Every act by its name, in the order of apps, modules and declarations."""
    found = by_name(PLACE, "ACTS")
    if strange := [name for name, act in found.items() if act.subject not in subjects()]:
        raise ValueError(f"acts about nothing that is known: {', '.join(strange)}")
    return found


@made_once
def needs() -> Sequence[Need]:
    return [one for _app, theirs in by_apps(PLACE, "NEEDS") for one in theirs]


def key_of(subject: str, number: int) -> str:
    """As in the trail: `person:12`."""
    return f"{subject}:{number}"


def own_keys(user: User) -> list[str]:
    """The keys of all that somebody has a part in himself."""
    return [key_of(one.name, number) for one in subjects().values() for number in one.owned(user)]


def is_own(key: str, user: User) -> bool:
    """Whether he has a part in what this key names."""
    name, _colon, number = key.partition(":")
    subject = subjects().get(name)
    return subject is not None and number.isdecimal() and subject.is_own(int(number), user)


def card_of(key: str, reader: User) -> Card | None:
    """What a key of the trail is called before this reader; None where it is nothing any more, or not for him."""
    name, _colon, number = key.partition(":")
    subject = subjects().get(name)
    if subject is None or not number.isdecimal() or not can(reader, subject.permission):
        return None
    return subject.card(int(number), reader)


def tell_suspended(user: User, now: datetime) -> None:
    """Somebody cannot come in any more: each app does what that means for what he plays, in its `WHEN_SUSPENDED(user, now)`."""
    for _app, told in by_apps(PLACE, "WHEN_SUSPENDED"):
        told(user, now)
