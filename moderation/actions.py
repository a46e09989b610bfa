"""What an app declares to have something done by staff, looked at and found.

An app has a package `staff`; its modules declare `SUBJECTS`, `ACTS` and `NEEDS`, which are found by lying there
(`moderation.registry`), as kinds of notifications are. An act needs no change here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django_stubs_ext import StrPromise

from accounts.models import User
from moderation.errors import Refused
from moderation.forms.acts import ActForm

Words = str | StrPromise


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of what staff see of a subject. Nothing that a game hides may be in it."""

    label: Words
    value: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A subject as staff see it: its name, its page, its row in the admin pages, and some facts."""

    title: str
    url: str = ""
    row_url: str = ""
    facts: Sequence[Fact] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """One answer of the search."""

    number: int
    title: str
    detail: str = ""


def nobody(number: int, user: User) -> bool:
    return False


def owns_nothing(user: User) -> Iterable[int]:
    return ()


def nothing_to_tell(number: int, reader: User) -> None:
    """Nobody can report these."""
    return


@dataclass(frozen=True, slots=True)
class Subject:
    """What acts are about: `name` stands in the trail (`person:12`) and in addresses.

    `permission` is that of who may look at it and search for it. `card` is None where there is none of that number. `is_own` is
    whether this user has a part in it himself: then he does nothing about it as staff. `find` answers the search with at
    most `limit` rows. `model` is the label of its rows in the admin pages. `reported` gives what stands beside a report of it, as
    lines in English, and None where this reader may not report it. `owned` gives the numbers of all that `is_own` is true of:
    reports and notes about them are not for his eyes.
    """

    name: str
    label: Words
    permission: str
    model: str
    card: Callable[[int, User], Card | None]
    find: Callable[[str, int, User], Sequence[Found]]
    is_own: Callable[[int, User], bool] = nobody
    reported: Callable[[int, User], Sequence[str] | None] = nothing_to_tell
    called: Callable[[int], str | None] = lambda number: None
    owned: Callable[[User], Iterable[int]] = owns_nothing


@dataclass(frozen=True, slots=True)
class Order:
    """One act as it is asked for: about which number, by whom, why, with what."""

    number: int
    by: User
    reason: str
    values: Mapping[str, Any]
    now: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """What was different before and after, for the trail: numbers and states, which stay for good. What names a person are `words`;
    they stand below the reason and go with it when the account is erased."""

    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    words: str = ""


def always(number: int, now: datetime) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that staff do. `name` stands in the trail and in addresses and never changes.

    `does` says what will happen, also in running games; `do` does it inside of the transaction that writes the trail, through the
    services and their locks, and raises one of `refusals` where it is not possible. `afterwards` does what needs many locks, one
    after the other, once that stands; it may run twice. `is_open` is whether to offer it now.
    """

    name: str
    subject: str
    label: Words
    does: Words
    permission: str
    do: Callable[[Order], Change]
    form: type[ActForm] = ActForm
    is_open: Callable[[int, datetime], bool] = always
    refusals: tuple[type[Exception], ...] = (Refused,)
    afterwards: Callable[[Order], None] | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """Something that waits for a hand: how many, and where to go. Without rows in the admin pages to go to, `rows` gives the
    subjects that wait, by kind and number, and the page of the need lists them. `count_for` counts for one reader alone, where not
    everybody may know of all that waits."""

    name: str
    label: Words
    permission: str
    count: Callable[[datetime], int]
    url: Callable[[], str] | None = None
    rows: Callable[[datetime], Sequence[tuple[str, int]]] | None = None
    count_for: Callable[[datetime, User], int] | None = None

    def counted(self, now: datetime, reader: User) -> int:
        return self.count(now) if self.count_for is None else self.count_for(now, reader)
