"""What an app declares to have something done by staff, looked at and found; and how an action is carried out.

An app names its `StaffPart`s in the tuple `staff` of its `AppConfig`. An action needs no change here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.db import transaction
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import name_key
from accounts.permissions import can
from actions import Action, Words, by_slug
from moderation.errors import NotAllowed, NotNow, OwnMatter, ReasonMissing
from moderation.models import TrailRow
from moderation.trail import write
from plugins import declared, made_once, named


@dataclass(frozen=True, slots=True)
class StaffFact:
    """One line of what staff see of a subject. Nothing that a game hides may be in it."""

    label: Words
    value: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class CellLink:
    text: str
    url: str = ""

    def __str__(self) -> str:
        return self.text


Cell = Words | int | CellLink
"""A link, or what stands there."""


@dataclass(frozen=True, slots=True)
class StaffTable:
    """Rows about a subject that staff decide by. Nothing that a game hides may be in it; without rows it is not shown."""

    title: Words
    head: Sequence[Words]
    rows: Sequence[Sequence[Cell]]
    note: str = ""


def moment(at: datetime | None) -> str:
    return date_format(localtime(at), "SHORT_DATETIME_FORMAT") if at else "–"


def about_link(name: str, subject: str, number: int | None) -> CellLink:
    return CellLink(name, reverse("admin:about", args=[subject, number]) if number is not None else "")


@dataclass(frozen=True, slots=True)
class Card:
    """A subject as staff see it: its name, its page, its row in the admin pages, and some facts."""

    title: str
    url: str = ""
    row_url: str = ""
    facts: Sequence[StaffFact] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    number: int
    title: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """What actions are about: `name` stands in the trail (`person:12`) and in addresses.

    `permission` is that of who may look at it and search for it. `card` is None where there is none of that number. `is_own` is
    whether this user has a part in it: then they do nothing about it as staff. `find` answers the search with at
    most `limit` rows. `model` is the label of its rows in the admin pages. `reported` gives what stands beside a report of it, as
    lines in English, and None where this reader may not report it. `names` gives what those of these numbers are called.
    `owned` gives the numbers of all that `is_own` is true of: this user does not see reports and notes about them.
    """

    name: str
    label: Words
    permission: str
    model: str
    card: Callable[[int, User], Card | None]
    find: Callable[[str, int, User], Sequence[Hit]]
    is_own: Callable[[int, User], bool] = lambda number, user: False
    reported: Callable[[int, User], Sequence[str] | None] = lambda number, reader: None
    names: Callable[[Iterable[int]], Mapping[int, str]] = lambda numbers: {}
    owned: Callable[[User], Iterable[int]] = lambda user: ()


@dataclass(frozen=True, slots=True)
class Order:
    """One action as it is asked for: about which number, by whom, why, with what."""

    number: int
    by: User
    reason: str
    values: Mapping[str, Any]
    now: datetime


@dataclass(frozen=True, slots=True)
class RecordedChange:
    """What was different before and after, for the trail: numbers and states, which stay for good. What names a person are `words`;
    they stand below the reason and go with it when the account is erased."""

    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    words: str = ""


class StaffAction(Action):
    """One thing that staff do about the subject with the number `of`. Its `slug` stands in the trail.

    `about` says what will happen, also in running games; `do` does it inside of the transaction that writes the trail, through
    the services and their locks, and raises a Refusal where it is not possible. `afterwards` does what needs many locks, one
    after the other, once that stands; it may run twice.
    """

    of: int
    subject: ClassVar[str]
    permission: ClassVar[str]
    is_grave = True
    next_label = _("Continue")

    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Kept in the audit log and sent to the person concerned."),
    )

    @classmethod
    def do(cls, order: Order) -> RecordedChange:
        raise NotImplementedError

    @classmethod
    def afterwards(cls, order: Order) -> None:
        """Nothing, for most."""

    def preview(self) -> Sequence[Words]:
        """What was typed, and what will happen."""
        found = []
        for bound in self.visible_fields():
            value = self.cleaned_data.get(bound.name)
            if bound.name == "reason" or value is False:
                continue
            if value in (None, ""):
                value = "–"
            choices = dict(getattr(bound.field, "choices", ()))
            found.append(f"{bound.label}: {choices.get(str(value), choices.get(value, value))}")
        return [*found, self.about]

    def run(self, now: datetime) -> None:
        values = {name: value for name, value in self.cleaned_data.items() if name != "reason"}
        reason = self.cleaned_data["reason"]
        carry_out(act=type(self), number=self.of, by=self.by, reason=reason, values=values, now=now)


class NamedAction(StaffAction):
    name = forms.CharField(label=_("Player's username"), max_length=80)

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not User.objects.players().filter(name_key=name_key(name)).exists():
            raise forms.ValidationError(_("No player has this username. Check the spelling."), code="no_such_person")
        return name


def called(name: str) -> User:
    """The player with this name. Raises User.DoesNotExist."""
    return User.objects.players().get(name_key=name_key(name))


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


@dataclass(frozen=True, slots=True)
class StaffPart:
    """What a module adds to the pages of staff. `tables` has what it knows of a kind of subject, by number and reader, as far as
    that reader may see it. `when_suspended(user, now)` does what the suspension of somebody means for what they play."""

    subjects: Sequence[Subject] = ()
    actions: Sequence[type[StaffAction]] = ()
    needs: Sequence[Need] = ()
    tables: Mapping[str, Callable[[int, User], Iterable[StaffTable]]] = field(default_factory=dict)
    when_suspended: Callable[[User, datetime], None] | None = None


@made_once
def subjects() -> Mapping[str, Subject]:
    return named("the subjects of staff", ((app, one) for app, part in declared("staff") for one in part.subjects))


@made_once
def actions() -> Mapping[str, type[StaffAction]]:
    """Every action by its name, in the order of apps, parts and declarations."""
    found: Mapping[str, Any] = by_slug(one for _app, part in declared("staff") for one in part.actions)
    if strange := [name for name, one in found.items() if one.subject not in subjects()]:
        raise ValueError(f"actions about nothing that is known: {', '.join(strange)}")
    return found


@made_once
def needs() -> Sequence[Need]:
    return [one for _app, part in declared("staff") for one in part.needs]


def tables_of(subject: str, number: int, reader: User) -> list[StaffTable]:
    made = (part.tables[subject](number, reader) for _app, part in declared("staff") if subject in part.tables)
    return [one for tables in made for one in tables if one.rows]


def links_of(keys: Iterable[str], reader: User) -> Mapping[str, CellLink]:
    """What keys of the audit log are called, as links to their pages; the key itself where its subject is gone, or not for this
    reader. One statement for each kind."""
    numbers: dict[str, set[int]] = {}
    for key in keys:
        name, _colon, number = key.partition(":")
        if number.isdecimal():
            numbers.setdefault(name, set()).add(int(number))
    found = {}
    for kind, wanted in numbers.items():
        subject = subjects().get(kind)
        if subject is not None and can(reader, subject.permission):
            called = subject.names(wanted)
            for one in wanted:
                found[key_of(kind, one)] = about_link(called.get(one) or f"{subject.label} {one}", kind, one)
    return {key: found.get(key) or CellLink(key) for key in keys}


def key_of(subject: str, number: int) -> str:
    return f"{subject}:{number}"


def own_keys(user: User) -> list[str]:
    return [key_of(one.name, number) for one in subjects().values() for number in one.owned(user)]


def is_own(key: str, user: User) -> bool:
    name, _colon, number = key.partition(":")
    subject = subjects().get(name)
    return subject is not None and number.isdecimal() and subject.is_own(int(number), user)


def tell_suspended(user: User, now: datetime) -> None:
    """Somebody cannot sign in any more: each app does what that means for what they play."""
    for _app, part in declared("staff"):
        if part.when_suspended is not None:
            part.when_suspended(user, now)


def carry_out(
    *, act: type[StaffAction], number: int, by: User, reason: str, values: Mapping[str, Any], now: datetime
) -> TrailRow:
    """Do it and write it into the trail: the right looked at, then what the app does, then the row; all of it or nothing.

    Raises NotAllowed for who has no such role, OwnMatter for who has a part in it, ReasonMissing, NotNow where it is not offered,
    and what the action refuses.
    """
    check_right(act, number, by)
    words = reason.strip()
    if not words:
        raise ReasonMissing
    if not act.is_possible(number, now):
        raise NotNow
    order = Order(number, by, words, values, now)
    with transaction.atomic():
        change = act.do(order)
        row = TrailRow(act=act.slug, by=by, about=key_of(act.subject, number), at=now)
        row.reason = "\n".join(filter(None, (words, change.words)))
        row.before, row.after = dict(change.before), dict(change.after)
        write(row)
    act.afterwards(order)
    return row


def check_right(act: type[StaffAction], number: int, by: User) -> None:
    if not can(by, "act as staff", act):
        raise NotAllowed
    if subjects()[act.subject].is_own(number, by):
        raise OwnMatter
