"""What an app declares to be answered by mail.

An app that can be answered has a package `replies`; every module of it that has `HANDLERS`, a tuple of `Handler`, is found by
lying there, and so are `ADDRESSES`, for people without an account,
and a `PLAY`, the one handler of mails to the play address. Nothing here knows what they are about.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import cast

from django.apps import apps

from accounts.models import User
from inbound.models import ReplyToken

PLACE = "replies"


@dataclass(frozen=True, slots=True)
class Incoming:
    """A mail of a known person, read: `lines` are what he wrote himself, from the first that says something to the next
    empty one. `is_proved`: not only the address of the sender says that it is his. `number` is that of its row."""

    number: int
    user: User
    token: ReplyToken | None
    lines: Sequence[str]
    is_proved: bool
    now: datetime


@dataclass(frozen=True, slots=True)
class Handler:
    """Who takes answers to tokens of this name. `take` runs in the transaction in which the mail becomes handled, with the
    language and zone of its sender active; it queues its answer as a notice, and returns a word for what came of it.
    `other_sender` is told that somebody answered from another address than the one the mail went to."""

    name: str
    take: Callable[[Incoming], str]
    other_sender: Callable[[Incoming], None] | None = None


@dataclass(frozen=True, slots=True)
class FromAddress:
    """A mail of somebody without an account, an answer to one that went to his `address`. `holding` and `subject` are those of its
    token, the rest as in `Incoming`."""

    number: int
    address: str
    subject: str
    holding: str
    lines: Sequence[str]
    now: datetime


@dataclass(frozen=True, slots=True)
class AddressHandler:
    """Who takes answers of people without an account to tokens of this name, in an `ADDRESSES` of a module of `replies`. `take` is
    as that of a `Handler`, but has to see to the language itself."""

    name: str
    take: Callable[[FromAddress], str]


def address_handlers() -> Mapping[str, AddressHandler]:
    return _address_handlers(_installed())


def handlers() -> Mapping[str, Handler]:
    return _handlers(_installed())


def play_handler() -> Handler | None:
    """Who takes mails to the play address."""
    return _play(_installed())


def _installed() -> tuple[str, ...]:
    return tuple(config.name for config in apps.get_app_configs())


@cache
def _handlers(installed: tuple[str, ...]) -> Mapping[str, Handler]:
    found: dict[str, Handler] = {}
    for declared in _declared(installed, "HANDLERS"):
        for handler in cast(tuple[Handler, ...], declared):
            if handler.name in found:
                raise ValueError(f"the handler {handler.name} is declared twice")
            found[handler.name] = handler
    return found


@cache
def _address_handlers(installed: tuple[str, ...]) -> Mapping[str, AddressHandler]:
    declared = (cast(tuple[AddressHandler, ...], one) for one in _declared(installed, "ADDRESSES"))
    return {handler.name: handler for some in declared for handler in some}


@cache
def _play(installed: tuple[str, ...]) -> Handler | None:
    declared = cast(list[Handler], list(_declared(installed, "PLAY")))
    if len(declared) > 1:
        raise ValueError("two apps want the play address")
    return declared[0] if declared else None


def _declared(installed: tuple[str, ...], name: str) -> Iterator[object]:
    for app in installed:
        package = f"{app}.{PLACE}"
        if find_spec(package) is None:
            continue
        for module in sorted(found.name for found in iter_modules(import_module(package).__path__)):
            value = getattr(import_module(f"{package}.{module}"), name, None)
            if value is not None:
                yield value
