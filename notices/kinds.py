"""What an app declares to have something told.

An app that has something to tell has a package `letters`; every module of it that has a `KINDS`, a tuple of `Kind`, is
found by lying there (`notices.registry`). A kind needs no change here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django_stubs_ext import StrPromise

from notices.models import Notice

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


@dataclass(frozen=True, slots=True)
class Bundling:
    """Which other notices of the same kind and person go into the mail of one that is due.

    Those of the same subject, or with `across_subjects` of all; those due within `ahead`, or with None all there are.
    """

    across_subjects: bool = False
    ahead: timedelta | None = timedelta()


@dataclass(frozen=True, slots=True)
class About:
    """What a mail is about: what its subject, its links and its thread hang on. Texts are in the reader's language.

    `thread` names it for mail programs and never changes: `game-12`. `tag` stands in the brackets of the subject, `title`
    and `name` above the letter; all three are empty for a mail about several things. `url` is absolute.
    """

    thread: str
    url: str
    tag: str = ""
    title: str = ""
    name: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Draft:
    """What a mail says, as plain values for the templates of its kind, where they are called `about` and `letter`.

    `beside` are sentences that others add at its end, such as apps above the one that tells.
    """

    about: About
    letter: object
    beside: Sequence[str] = ()


class NoLongerTrue(Exception):
    """Raised by a `draft` that finds nothing left to tell; `reason` is a short one for `Notice.dropped`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def nowhere(notice: Notice) -> bool:
    """For kinds that speak of nothing that could lie open."""
    return False


def nothing(notice: Notice) -> bool:
    """For kinds that say all they have to say at once."""
    return False


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of notices: how they are bundled, whether they are still so, and the letter they become.

    `draft` gets those of one mail that are still true, the oldest first, at least one, with the reader's language and
    zone active; what it raises means that this mail cannot be written. `app` and `name` stand in rows. The templates are
    `<app>/letters/<name>.subject.txt`, `.txt` and `.html`.
    """

    app: str
    name: str
    label: Words
    category: Category
    draft: Callable[[Sequence[Notice], datetime], Draft]
    why_untrue: Callable[[Notice, datetime], str]
    """Why there is nothing left to tell, in a word or two; empty while there is."""
    is_before_eyes: Callable[[Notice], bool] = nowhere
    """Whether what it speaks of lies open in the reader's browser: then the mail waits."""
    awaits: Callable[[Notice], bool] = nothing
    """Whether something is on its way that belongs into the mail: then it waits, for `bundling.PATIENCE` at most."""
    bundling: Bundling = Bundling()
    repeats: str = ""
    """The kind whose mail has just said the same, where one is told with the other: then this one is one too many."""

    @property
    def templates(self) -> str:
        return f"{self.app}/letters/{self.name}"


@dataclass(frozen=True, slots=True)
class Sample:
    """A made-up mail for the page that shows them all; modules of `letters` declare `SAMPLES`. It needs no row."""

    name: str
    label: Words
    kind: Kind
    draft: Callable[[], Draft]
    to_stranger: bool = False
