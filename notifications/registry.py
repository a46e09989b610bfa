"""What the installed apps send: kinds of email, categories, subjects, and why a notification was not sent.

Each app names what it adds in its `apps.py`, by dotted paths:

| attribute | what the path leads to |
|---|---|
| `emails` | a tuple of subclasses of `Email` |
| `email_categories` | a tuple of categories in the order in which people choose; others follow |
| `notification_subjects` | a tuple of subclasses of `Subject` |
| `notification_reasons` | sentences by the codes in `Notification.dropped` |
| `secret_subjects` | a function that returns the keys of subjects whose notifications staff may not read |
| `when_unreached` | a function of a user and the time, called when emails no longer reach that user |
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.core.exceptions import ImproperlyConfigured
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from notifications.kinds import Category, Email, Sample, Subject, SubjectLink, WebhookSubject, Words
from notifications.models import Delivery, Notification
from plugins import declared, made_once, named
from statements import row_number

NOTIFICATIONS, SUMMARY, NEWS = "notifications", "summary", "news"
"""This app, and two kinds of delivery: collected notifications, and news for the webhook of a table or tournament."""

HELD_OPEN, HELD_MORE = "open", "more"
"""Codes of `Notification.held`."""

OWN_REASONS: Mapping[str, Words] = {
    "not wanted": _("Your settings leave this out."),
    "no account": _("Your account was closed."),
    "nobody": _("There was no email address."),
    "not verified": _("Your email address was not confirmed."),
    "bounced": _("Emails to your address bounced or were marked as spam, so we stopped sending them."),
    "gone": _("The subject of this notification was deleted."),
    "just told": _("Another email had just said the same."),
    "overtaken": _("A later email covered all of it."),
    "too late": _("It was too late to send it."),
    "no endpoint": _("The browser or webhook was removed or switched off."),
    "on again": _("The webhook was on again."),
}

HELD_REASONS: Mapping[str, Words] = {
    HELD_OPEN: _("You had the page open."),
    HELD_MORE: _("Waiting briefly for related notifications."),
}


@made_once
def kinds() -> Mapping[tuple[str, str], Email]:
    """Every kind by app and name, in the order of declarations. Raises ValueError for a kind or category declared twice."""
    found: dict[tuple[str, str], Email] = {}
    categories: dict[str, Category] = {}
    for app, theirs in declared("emails"):
        for kind in (one() for one in theirs):
            if kind.app != app.rpartition(".")[2] or (kind.app, kind.name) in found:
                raise ValueError(f"{app}: the kind {kind.app}.{kind.name} is another app's, or declared twice")
            if categories.setdefault(kind.category.name, kind.category) is not kind.category:
                raise ValueError(f"{app}: another category is called {kind.category.name} too")
            found[kind.app, kind.name] = kind
    return found


def kind_of(row: Notification | Delivery) -> Email:
    """Raises KeyError for a kind that no installed app declares, such as one of a later version."""
    return kinds()[row.app, row.kind]


def known_kinds() -> Q:
    found = Q(pk__in=[])
    for app, name in kinds():
        found |= Q(app=app, kind=name)
    return found


def categories() -> Mapping[str, Category]:
    """The categories that people can choose, by name; those in `email_categories` of an app come first."""
    ordered = [category for _app, theirs in declared("email_categories") for category in theirs]
    found = [*ordered, *(kind.category for kind in kinds().values())]
    return {category.name: category for category in found if not category.is_asked_for}


def shown_categories() -> list[Category]:
    """The rows of the settings page; those of notifications themselves come last."""
    own = {kind.category.name for kind in kinds().values() if kind.app == NOTIFICATIONS}
    shown = [category for category in categories().values() if category.leave is None]
    return sorted(shown, key=lambda category: category.name in own)


@made_once
def samples() -> Mapping[str, Sample]:
    """Made-up emails of all kinds, by name. Raises ValueError where two have the same name."""
    return named("samples", ((kind.app, one) for kind in kinds().values() for one in kind.samples()))


@made_once
def _subjects() -> Mapping[str, type[Subject]]:
    return {one.word: one for _app, theirs in declared("notification_subjects") for one in theirs}


def webhook_subject(key: str) -> WebhookSubject | None:
    """The game or tournament with this key, such as `game:12`; None for a key that names nothing with webhooks of its own."""
    word, _colon, number = key.partition(":")
    kind = _subjects().get(word)
    if kind is None or not issubclass(kind, WebhookSubject):
        return None
    return kind(found) if (found := row_number(number)) else None


def links_of(keys: Collection[str], reader: User) -> Mapping[str, SubjectLink]:
    """What these subjects are called and where they are, for this reader; those that they may not know about are missing. One
    statement for each kind of subject."""
    found: dict[str, SubjectLink] = {}
    for word, kind in _subjects().items():
        parts = (key.rpartition(":") for key in keys)
        numbers = {int(number) for first, _colon, number in parts if first == word and number.isdecimal()}
        if numbers:
            found |= {f"{word}:{number}": link for number, link in kind.links(numbers, reader).items()}
    return found


def is_secret(field: str = "subject") -> Q:
    """Rows about subjects whose notifications not even staff may read."""
    found = Q(pk__in=[])
    for _app, subjects in declared("secret_subjects"):
        found |= Q((f"{field}__in", subjects()))
    return found


def reasons_of_all() -> Mapping[str, Words]:
    """Why a notification was not sent: sentences by code. Raises ImproperlyConfigured where two apps have the same code,
    because rows do not name the app."""
    found = dict(OWN_REASONS)
    for app, more in declared("notification_reasons"):
        if both := found.keys() & more.keys():
            raise ImproperlyConfigured(
                f"Reasons of {app}: {sorted(both)} is a reason of another app; take another word."
            )
        found |= more
    return found


def tell_unreached(user: User, now: datetime) -> None:
    """Emails no longer reach this user: each app queues what others need to know about it."""
    for _app, queue in declared("when_unreached"):
        queue(user, now)


def grouped(notifications: Sequence[Notification]) -> dict[tuple[Email, str], list[Notification]]:
    """Notifications of different kinds and subjects, grouped as they would be sent alone."""
    found: dict[tuple[Email, str], list[Notification]] = {}
    for notification in notifications:
        kind = kind_of(notification)
        subject = "" if kind.bundling.across_subjects else notification.subject
        found.setdefault((kind, subject), []).append(notification)
    return found


def spoken_by(delivery: Delivery, notifications: Sequence[Notification]) -> tuple[Email, str]:
    """The kind that writes this delivery, and its subject. A message of only one group is written like that group."""
    groups = list(grouped(notifications))
    return groups[0] if len(groups) == 1 else (kind_of(delivery), delivery.subject)
