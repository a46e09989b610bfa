"""Kinds whose emails are three templates; each becomes an `Email` of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from notifications.kinds import About, Bundling, Category, Words
from notifications.models import Notification


@dataclass(frozen=True, slots=True)
class Draft:
    """What an email says, as plain values for the templates of its kind, where they are called `about` and `letter`."""

    about: About
    letter: object
    beside: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Templated:
    """A draft and its templates."""

    about: About
    draft: Draft
    templates: str


@dataclass(frozen=True, slots=True)
class Kind:
    app: str
    name: str
    label: Words
    category: Category
    draft: Callable[[Sequence[Notification], datetime], Draft]
    why_untrue: Callable[[Notification, datetime], str]
    is_before_eyes: Callable[[Notification], bool] = lambda _one: False
    awaits: Callable[[Notification], bool] = lambda _one: False
    untrue_among: Callable[[Sequence[Notification], datetime], Mapping[int, str]] | None = None
    bundling: Bundling = Bundling()  # noqa: RUF009
    overtakes: bool = True
    repeats: str = ""
    answers_within: Callable[[int], timedelta | None] = lambda _user: None

    @property
    def looks_together(self) -> bool:
        return self.untrue_among is not None

    def write(self, notifications: Sequence[Notification], now: datetime) -> Templated:
        return self.of(self.draft(notifications, now))

    def of(self, draft: Draft) -> Templated:
        return Templated(draft.about, draft, f"{self.app}/emails/{self.name}")


@dataclass(frozen=True, slots=True)
class Sample:
    name: str
    label: Words
    kind: Kind
    draft: Callable[[], Draft]
    to_stranger: bool = False

    def write(self) -> Templated:
        return self.kind.of(self.draft())
