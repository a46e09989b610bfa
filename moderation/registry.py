"""What staff of the installed apps may do, found by lying in their package `staff`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import cast

from django.apps import apps

from accounts.models import User
from moderation.acts import Act, Card, Need, Subject

PLACE = "staff"


def subjects() -> Mapping[str, Subject]:
    return _subjects(_installed())


def acts() -> Mapping[str, Act]:
    """Every act by its name, in the order of apps, modules and declarations."""
    return _acts(_installed())


def needs() -> Sequence[Need]:
    return _needs(_installed())


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
    if subject is None or not number.isdecimal() or not reader.has_perm(subject.permission):
        return None
    return subject.card(int(number), reader)


def tell_suspended(user: User, now: datetime) -> None:
    """Somebody cannot come in any more: each app does what that means for what he plays, in its `WHEN_SUSPENDED(user, now)`."""
    for _app, told in _declared(_installed(), "WHEN_SUSPENDED"):
        cast(Callable[[User, datetime], None], told)(user, now)


def _installed() -> tuple[str, ...]:
    return tuple(config.name for config in apps.get_app_configs())


@cache
def _subjects(installed: tuple[str, ...]) -> Mapping[str, Subject]:
    found: dict[str, Subject] = {}
    for app, declared in _declared(installed, "SUBJECTS"):
        for one in cast(Iterable[Subject], declared):
            if one.name in found:
                raise ValueError(f"{app}: another subject is called {one.name} too")
            found[one.name] = one
    return found


@cache
def _acts(installed: tuple[str, ...]) -> Mapping[str, Act]:
    found: dict[str, Act] = {}
    for app, declared in _declared(installed, "ACTS"):
        for one in cast(Iterable[Act], declared):
            if one.name in found or one.subject not in _subjects(installed):
                raise ValueError(f"{app}: the act {one.name} is declared twice, or about nothing that is known")
            found[one.name] = one
    return found


@cache
def _needs(installed: tuple[str, ...]) -> Sequence[Need]:
    return [one for _app, declared in _declared(installed, "NEEDS") for one in cast(Iterable[Need], declared)]


def _declared(installed: tuple[str, ...], name: str) -> Iterator[tuple[str, object]]:
    """What the modules of each app's `staff` that have a top-level `name` give for it."""
    for app in installed:
        package = f"{app}.{PLACE}"
        if find_spec(package) is None:
            continue
        for module in sorted(found.name for found in iter_modules(import_module(package).__path__)):
            value = getattr(import_module(f"{package}.{module}"), name, None)
            if value is not None:
                yield app, value
