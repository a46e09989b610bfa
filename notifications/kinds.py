"""What an app declares to send notifications: kinds of email, their categories, and the subjects that they are about.

`notifications.registry` says how an app names them in its `apps.py`. A new kind changes nothing here.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import ClassVar

from django_stubs_ext import StrPromise

from accounts.models import User
from notifications.mail import blocks
from notifications.models import Notification

Words = str | StrPromise


@dataclass(frozen=True, slots=True)
class Category:
    """Some kinds that a person switches on or off together.

    `name` is in the unsubscribe links of emails that people keep for years, so it never changes and is unique among all
    apps. Kinds that go to an address without an account have subjects `<strangers>:<number>`.
    """

    name: str
    label: Words
    """As in `You receive emails when it is your turn.`"""
    wish: Words
    """As in `Email me … when it is my turn`."""
    help: Words = ""
    strangers: str = ""
    is_wanted: bool = True
    """Whether users get it who have not chosen."""
    is_asked_for: bool = False
    """Whether each of its emails was just requested with a click, or has to be sent whatever the user chose, such as why an
    account is suspended. It also goes to a stopped address and to suspended users, and has no unsubscribe link."""
    is_urgent: bool = False
    """About deadlines: sent at once or never, also to users who want nothing else."""
    leave: Callable[[int], None] | None = None
    """What unsubscribing does for this user, if it is not the setting of this category; then the settings page does not show
    it."""


@dataclass(frozen=True, slots=True)
class Bundling:
    """Which other notifications of the same kind and user go into the same email: those of the same subject, or with
    `across_subjects` of all; those due within `ahead`, or with None all. `takes` are kinds of the same app and subject that go
    into it too: when one of them is due, this is."""

    across_subjects: bool = False
    ahead: timedelta | None = timedelta()
    takes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class About:
    """What an email is about, in the reader's language.

    `thread` names it for mail programs and never changes: `game-12`. `tag` is in the brackets of the subject, `title` and
    `name` above the letter; all three are empty for an email about several things. `url` is absolute. `reply_to` is where an
    answer goes, empty where none is read.
    """

    thread: str
    url: str
    tag: str = ""
    title: str = ""
    name: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    reply_to: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """What one email says, in the reader's language. `heading` is also its subject, unless there is a `subject`. `body` has
    one `Button`. `preview` is shown in lists of emails. `beside` are sentences that other apps add at the end."""

    about: About
    heading: str
    lead: blocks.Words = ""
    body: Sequence[blocks.Block] = ()
    subject: str = ""
    preview: str = ""
    beside: Sequence[str] = ()


class NoLongerTrue(Exception):
    """Raised by an email that is outdated; `reason` is a code for `Notification.dropped`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Email:
    """One kind of email: when it is still true, and what it says.

    `app` and `name` are stored in rows and never change.
    """

    app: str
    name: str
    label: Words
    """As in a list of notifications: `your turn`."""
    category: Category
    bundling = Bundling()
    overtakes = True
    """Whether a later email of this kind and subject says all that an earlier one would, so that that need not go out."""
    repeats = ""
    """The kind whose email has just said the same, if both are queued together: then this one is dropped."""
    looks_together = False
    """Whether `untrue_among` is asked about many at once, in as many statements as about one."""

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        """Write one email about notifications that are still true, the oldest first, at least one. The reader's language and
        zone are active. Raises NoLongerTrue, or whatever else means that this email cannot be written."""
        raise NotImplementedError

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        """Why this is outdated, in a word or two; empty while it is true. By default it stays true."""
        return self.untrue_among([notification], now).get(notification.pk, "") if self.looks_together else ""

    def untrue_among(self, notifications: Sequence[Notification], now: datetime) -> Mapping[int, str]:
        """Those of these notifications that are outdated, by number, with the reason."""
        raise NotImplementedError

    def is_before_eyes(self, notification: Notification) -> bool:
        """Whether what it speaks of lies open in the reader's browser: then the email waits."""
        return False

    def awaits(self, notification: Notification) -> bool:
        """Whether something is on its way that belongs into the email: then it waits, for `bundling.PATIENCE` at most."""
        return False

    def answers_within(self, user_id: int) -> timedelta | None:
        """How long this user usually takes to answer; None if unknown. Asked for notifications with a `deadline`, for users
        with quiet hours."""
        return None

    def samples(self) -> Iterable["Sample"]:
        """Made-up emails of this kind, at least one; no row is read or written for them."""
        return ()


@dataclass(frozen=True, slots=True)
class News:
    """News of a subject for everybody, in the active language: a line of text and a link. `mark` identifies it, at most 80
    characters: the same mark is sent once."""

    mark: str
    line: str
    about: About


@dataclass(frozen=True, slots=True)
class SubjectLink:
    """What a subject is called and where it is, for one reader. Without `url` there is no page that they may open."""

    name: str
    url: str = ""


class Subject:
    """Something that notifications are about, such as a game. An app names its subclasses in `notification_subjects` (`apps.py`).

    `word` stands before the colon of its key: `game` in `game:12`.
    """

    word: ClassVar[str]

    def __init__(self, number: int) -> None:
        self.number = number

    @classmethod
    def links(cls, numbers: Collection[int], reader: User) -> Mapping[int, SubjectLink]:
        """Those of these that the reader may know about, by number. One statement."""
        raise NotImplementedError


class WebhookSubject(Subject):
    """A subject that can have webhooks of its own. They tell what every visitor may see."""

    @classmethod
    def marks(cls, numbers: Collection[int]) -> Mapping[int, str]:
        """Something that changes whenever there may be news, by number, in one statement; deleted ones are missing."""
        raise NotImplementedError

    def news(self, now: datetime) -> News | None:
        """What is so now, in the active language; None for nothing, or where visitors may not know it."""
        raise NotImplementedError

    def may_set(self, user: User) -> bool:
        raise NotImplementedError

    def about(self, user: User) -> About | None:
        """What it is called for this user; None where they may not know about it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Sample:
    """A made-up email for the page that shows them all, each under its subject."""

    kind: Email
    name: str
    write: Callable[[], Letter]
    to_stranger: bool = False
