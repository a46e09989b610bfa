"""What an app declares to have something told.

An app that has something to tell has a package `letters`; every module of it that has a `KINDS`, a tuple of `Kind`, is
found by lying there (`notifications.registry`). A kind needs no change here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django_stubs_ext import StrPromise

from accounts.models import User
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
class Draft:
    """What a mail says, as plain values for the templates of its kind, where they are called `about` and `letter`.

    `beside` are sentences that others add at its end, such as apps above the one that tells.
    """

    about: About
    letter: object
    beside: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """What a subject is called and where it is, for the eyes of one who was told of it. Modules of `letters` declare `PLACES`:
    from the first word of a subject to a function of numbers and a reader. Without `url` there is nothing he may open."""

    name: str
    url: str = ""


class NoLongerTrue(Exception):
    """Raised by a `draft` that finds nothing left to tell; `reason` is a short one for `Notification.dropped`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def nowhere(notification: Notification) -> bool:
    """For kinds that speak of nothing that could lie open."""
    return False


def nobody_knows(user_id: int) -> timedelta | None:
    """For kinds that ask nothing."""
    return None


def nothing(notification: Notification) -> bool:
    """For kinds that say all they have to say at once."""
    return False


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of notifications: how they are bundled, whether they are still so, and the letter they become.

    `draft` gets those of one mail that are still true, the oldest first, at least one, with the reader's language and
    zone active; what it raises means that this mail cannot be written. `app` and `name` stand in rows. The templates are
    `<app>/emails/<name>.subject.txt`, `.txt` and `.html`.
    """

    app: str
    name: str
    label: Words
    category: Category
    draft: Callable[[Sequence[Notification], datetime], Draft]
    why_untrue: Callable[[Notification, datetime], str]
    """Why there is nothing left to tell, in a word or two; empty while there is."""
    is_before_eyes: Callable[[Notification], bool] = nowhere
    """Whether what it speaks of lies open in the reader's browser: then the mail waits."""
    awaits: Callable[[Notification], bool] = nothing
    """Whether something is on its way that belongs into the mail: then it waits, for `bundling.PATIENCE` at most."""
    untrue_among: Callable[[Sequence[Notification], datetime], Mapping[int, str]] | None = None
    """Of these notifications, by their numbers, those with nothing left to tell and why, as `why_untrue` would say, in as many
    statements for many as for one. For kinds of which there are many; the others are asked one by one."""
    bundling: Bundling = Bundling()
    overtakes: bool = True
    """Whether a later mail of this kind and subject says all that an earlier one would, so that that need not go out."""
    repeats: str = ""
    """The kind whose mail has just said the same, where one is told with the other: then this one is one too many."""

    answers_within: Callable[[int], timedelta | None] = nobody_knows
    """How long this user usually takes for what a reminder of this kind reminds of; None where nobody knows. Asked of notifications
    with a `deadline`, of people with quiet hours."""

    @property
    def templates(self) -> str:
        return f"{self.app}/emails/{self.name}"


@dataclass(frozen=True, slots=True)
class News:
    """What a subject has to tell to everybody at once, in the active language: a line in words, and where to look.

    `mark` says what it is, at most 80 signs: the same mark is told once.
    """

    mark: str
    line: str
    about: About


@dataclass(frozen=True, slots=True)
class Board:
    """Subjects that have a webhook of their own, such as tables; modules of `letters` declare `BOARDS`.

    News are made with the eyes of a visitor: whatever they say anybody may know. `looks` gives for each of the subjects
    something that changes whenever there may be news, in one statement; a subject that is gone is missing. `news` is what is
    so now, in the active language; None for nothing, or where others may not be told of it.
    `may_set` is whether this user may set its webhook, `name` what it is called before his eyes;
    None where he knows nothing of it.
    """

    prefix: str
    looks: Callable[[Sequence[str]], Mapping[str, str]]
    news: Callable[[str, datetime], News | None]
    may_set: Callable[[User, str], bool]
    name: Callable[[str, User], About | None]


@dataclass(frozen=True, slots=True)
class Sample:
    """A made-up mail for the page that shows them all; modules of `letters` declare `SAMPLES`. It needs no row."""

    name: str
    label: Words
    kind: Kind
    draft: Callable[[], Draft]
    to_stranger: bool = False
