"""An email type: what an app declares so that something is told.

An app that has something to tell has a package `emails`; `notifications.registry` finds the subclasses of `Email` in the tuple
`EMAILS` of each of its modules. A new kind of email needs no change here.
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
    """What a person can switch off at once: some kinds that belong together.

    `name` stands in the addresses to unsubscribe of mails that are kept for years, so it never changes and no two apps
    have the same. Kinds of it that are told to an address without an account have subjects `<strangers>:<number>`.
    """

    name: str
    label: Words
    """As in `You get mails when it is your turn.`"""
    wish: Words
    """As in `Mail me … when it is my turn`."""
    help: Words = ""
    strangers: str = ""
    is_wanted: bool = True
    """Whether somebody who has said nothing about it wants it."""
    is_asked_for: bool = False
    """Whether each of its mails was just asked for with a click, or has to be told whatever one wishes, such as why an account is
    suspended: nobody switches it off, and it also goes to an address to which nothing else is sent, and to who may not sign in."""
    is_urgent: bool = False
    """About deadlines: told at once or never, also to who wants nothing else."""
    leave: Callable[[int], None] | None = None
    """What the way out of its mails does for this user, where it is no wish of its own; then it is in no table of wishes."""


@dataclass(frozen=True, slots=True)
class Bundling:
    """Which other notifications of the same kind and person go into the mail of one that is due.

    Those of the same subject, or with `across_subjects` of all; those due within `ahead`, or with None all there are.
    """

    across_subjects: bool = False
    ahead: timedelta | None = timedelta()


@dataclass(frozen=True, slots=True)
class About:
    """What a mail is about: what its subject, its links and its thread hang on. Texts are in the reader's language.

    `thread` names it for mail programs and never changes: `game-12`. `tag` stands in the brackets of the subject, `title`
    and `name` above the letter; all three are empty for a mail about several things. `url` is absolute. `reply_to` is where an
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
    """What one email says, in the reader's language. `heading` is its subject too, unless there is one. `body` has one `Button`,
    which stands after `lead` where the body has none. `preview` is shown in lists of emails. `beside` are sentences that others
    add at the end, such as apps above the one that tells."""

    about: About
    heading: str
    lead: blocks.Words = ""
    body: Sequence[blocks.Block] = ()
    subject: str = ""
    preview: str = ""
    beside: Sequence[str] = ()


class NoLongerTrue(Exception):
    """Raised by an email that finds nothing left to tell; `reason` is a short one for `Notification.dropped`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Email:
    """One kind of email: when it is still true, and what it says. A subclass for each kind, in `EMAILS` of a module of an app's
    package `emails`.

    `app` and `name` stand in rows and never change.
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
    """The kind whose email has just said the same, where one is told with the other: then this one is one too many."""
    looks_together = False
    """Whether `untrue_among` is asked about many at once, in as many statements as about one."""

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        """Write one email about notifications that are still true, the oldest first, at least one. The reader's language and
        zone are active. Raises NoLongerTrue, or whatever else means that this email cannot be written."""
        raise NotImplementedError

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        """Why there is nothing left to tell, in a word or two; empty while there is. By default what has happened stays true."""
        return self.untrue_among([notification], now).get(notification.pk, "") if self.looks_together else ""

    def untrue_among(self, notifications: Sequence[Notification], now: datetime) -> Mapping[int, str]:
        """Of these notifications, by their numbers, those with nothing left to tell and why."""
        raise NotImplementedError

    def is_before_eyes(self, notification: Notification) -> bool:
        """Whether what it speaks of lies open in the reader's browser: then the email waits."""
        return False

    def awaits(self, notification: Notification) -> bool:
        """Whether something is on its way that belongs into the email: then it waits, for `bundling.PATIENCE` at most."""
        return False

    def answers_within(self, user_id: int) -> timedelta | None:
        """How long this user usually takes for what it reminds of; None where nobody knows. Asked of notifications with a
        `deadline`, of people with quiet hours."""
        return None

    def samples(self) -> Iterable["Sample"]:
        """Made-up emails of this kind, at least one; no row is read or written for them."""
        return ()


@dataclass(frozen=True, slots=True)
class News:
    """What a subject has to tell to everybody at once, in the active language: a line in words, and where to look.

    `mark` says what it is, at most 80 signs: the same mark is told once.
    """

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
        """Whether this user may manage its webhooks."""
        raise NotImplementedError

    def about(self, user: User) -> About | None:
        """What it is called for this user; None where they may not know about it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Sample:
    """A made-up email for the page that shows them all."""

    kind: Email
    name: str
    label: Words
    write: Callable[[], Letter]
    to_stranger: bool = False
