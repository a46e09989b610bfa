"""What an app declares to be answered by mail.

An app that can be answered has a package `replies`; every module of it that has `HANDLERS`, a tuple of `Handler`, is found by
lying there, and so are `ADDRESSES`, for people without an account,
and a `PLAY`, the one handler of mails to the play address. Nothing here knows what they are about.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from incoming_mail.models import ReplyToken
from plugins import by_apps, by_name, made_once

PLACE = "mail_commands"


@dataclass(frozen=True, slots=True)
class Incoming:
    """A mail of a known person, read: `lines` are what he wrote himself, from the first that says something to the next
    empty one. `is_proved`: not only the address of the sender says that it is his. `lifts_stop`: mails to this person had come
    back, and this one has shown that the address is theirs, so that mails go out again. `number` is that of its row."""

    number: int
    user: User
    token: ReplyToken | None
    lines: Sequence[str]
    is_proved: bool
    now: datetime
    lifts_stop: bool = False


@dataclass(frozen=True, slots=True)
class Handler:
    """Who takes answers to tokens of this name. `take` runs in the transaction in which the mail becomes handled, with the
    language and zone of its sender active; it queues its answer as a notification, and returns a word for what came of it.
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
    lifts_stop: bool = False


@dataclass(frozen=True, slots=True)
class AddressHandler:
    """Who takes answers of people without an account to tokens of this name, in an `ADDRESSES` of a module of `replies`. `take` is
    as that of a `Handler`, but has to see to the language itself."""

    name: str
    take: Callable[[FromAddress], str]


@made_once
def address_handlers() -> Mapping[str, AddressHandler]:
    """By the name of their tokens."""
    return by_name(PLACE, "ADDRESSES")


@made_once
def handlers() -> Mapping[str, Handler]:
    """By the name of their tokens."""
    return by_name(PLACE, "HANDLERS")


@made_once
def play_handler() -> Handler | None:
    """Who takes mails to the play address."""
    found = [handler for _app, handler in by_apps(PLACE, "PLAY")]
    if len(found) > 1:
        raise ValueError("two apps want the play address")
    return found[0] if found else None
