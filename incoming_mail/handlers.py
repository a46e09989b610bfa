"""What an app declares to receive answers by email.

Its `AppConfig` names each `Handler` in the tuple `replies`, each `AddressHandler`, for people without an account, in
`address_replies`, and the one handler of emails to the play address in `play_by_email`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from incoming_mail.models import ReplyToken
from plugins import declared, made_once, named


@dataclass(frozen=True, slots=True)
class Incoming:
    """An email of a user. `lines` are the first paragraph that they wrote themselves and that is no greeting, `more` the other
    lines, `written` all of it with greetings. `is_proved`: not only the From line says that it is theirs. `lifts_stop`: emails to
    them had bounced, and this one shows that the address works. `number` is that of its row."""

    number: int
    user: User
    token: ReplyToken | None
    lines: Sequence[str]
    is_proved: bool
    now: datetime
    lifts_stop: bool = False
    more: Sequence[str] = ()
    written: Sequence[str] = ()
    subject: str = ""

    @property
    def answered(self) -> ReplyToken:
        """The token of the email that this one answers. For handlers of tokens alone: what came to the play address has none."""
        assert self.token is not None
        return self.token


@dataclass(frozen=True, slots=True)
class Handler:
    """Takes answers to tokens of this name. `take` runs in the transaction that marks the email as handled, with the
    language and time zone of the sender active; it queues its answer as a notification and returns a word for the result.
    `other_sender` is called when an answer came from another address than the email went to."""

    name: str
    take: Callable[[Incoming], str]
    other_sender: Callable[[Incoming], None] | None = None


@dataclass(frozen=True, slots=True)
class FromAddress:
    """An email of a person without an account, in answer to one that went to `address`. `holding` and `subject` are those of
    the token; the rest is as in `Incoming`."""

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
    return named("address_replies", declared("address_replies"))


@made_once
def handlers() -> Mapping[str, Handler]:
    return named("replies", declared("replies"))


@made_once
def play_handler() -> Handler | None:
    found = [handler for _app, handler in declared("play_by_email")]
    if len(found) > 1:
        raise ValueError("two apps want the play address")
    return found[0] if found else None
