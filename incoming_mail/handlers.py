"""What an app declares to be answered by mail.

Its `AppConfig` names them: each `Handler` in the tuple `replies`, each `AddressHandler`, for people without an account, in
`address_replies`, and the one handler of emails to the play address in `play_by_email`. Nothing here knows what they are about.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from incoming_mail.models import ReplyToken
from plugins import declared, made_once, named


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
    """Who takes answers of people without an account to tokens of this name. `take` is as that of a `Handler`, but has to see
    to the language itself."""

    name: str
    take: Callable[[FromAddress], str]


@made_once
def address_handlers() -> Mapping[str, AddressHandler]:
    """By the name of their tokens."""
    return named("address_replies", declared("address_replies"))


@made_once
def handlers() -> Mapping[str, Handler]:
    """By the name of their tokens."""
    return named("replies", declared("replies"))


@made_once
def play_handler() -> Handler | None:
    """Who takes mails to the play address."""
    found = [handler for _app, handler in declared("play_by_email")]
    if len(found) > 1:
        raise ValueError("two apps want the play address")
    return found[0] if found else None
