"""What the installed apps have to tell, found in their package `emails`.

Why a notification became no mail, in words. Rows keep a short code (`Notification.dropped`, `Notification.held`); an app
adds the words for its own by a `REASONS` in a module of its `emails`.

What has gathered, told together.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.core.exceptions import ImproperlyConfigured
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from notifications.kinds import Board, Category, Email, Place, Sample, Words
from notifications.models import Delivery, Notification
from plugins import by_apps, made_once

HELD_OPEN, HELD_MORE = "open", "more"
"""Codes of `Notification.held`."""

OWN_REASONS: Mapping[str, Words] = {
    "not wanted": _("You have unsubscribed from these emails."),
    "no account": _("Your account was closed."),
    "nobody": _("There was no email address."),
    "not verified": _("Your email address was not confirmed."),
    "bounced": _("Emails to your address bounced, so we stopped sending them."),
    "gone": _("The subject of this notification was deleted."),
    "just told": _("Another email had just said the same."),
    "overtaken": _("A later email covered all of it."),
    "too late": _("It was too late to send it."),
    "on again": _("The webhook was on again."),
}

HELD_REASONS: Mapping[str, Words] = {
    HELD_OPEN: _("You had the page open."),
    HELD_MORE: _("Waiting briefly for related notifications."),
}


PLACE = "emails"


@made_once
def kinds() -> Mapping[tuple[str, str], Email]:
    """Every kind by app and name, in the order of apps, modules and declarations."""
    found: dict[tuple[str, str], Email] = {}
    categories: dict[str, Category] = {}
    for app, theirs in by_apps(PLACE, "EMAILS"):
        for kind in (one() for one in theirs):
            if kind.app != app.rpartition(".")[2] or (kind.app, kind.name) in found:
                raise ValueError(f"{app}: the kind {kind.app}.{kind.name} is another app's, or declared twice")
            if categories.setdefault(kind.category.name, kind.category) is not kind.category:
                raise ValueError(f"{app}: another category is called {kind.category.name} too")
            found[kind.app, kind.name] = kind
    return found


def kind_of(row: Notification | Delivery) -> Email:
    """Raises KeyError for a kind that nobody declares, such as one of a later version."""
    return kinds()[row.app, row.kind]


def known_kinds() -> Q:
    """Rows of declared kinds."""
    found = Q(pk__in=[])
    for app, name in kinds():
        found |= Q(app=app, kind=name)
    return found


def categories() -> Mapping[str, Category]:
    """Every category of kinds about which one may have a wish, by name; those that an app lists in `CATEGORIES` in its order."""
    ordered = [category for _app, theirs in by_apps(PLACE, "CATEGORIES") for category in theirs]
    found = [*ordered, *(kind.category for kind in kinds().values())]
    return {category.name: category for category in found if not category.is_asked_for}


def shown_categories() -> list[Category]:
    """Those about which a person can say what he wants; what notifications tell of themselves comes last."""
    own = {kind.category.name for kind in kinds().values() if kind.app == "notifications"}
    shown = [category for category in categories().values() if category.leave is None]
    return sorted(shown, key=lambda category: category.name in own)


def board_of(subject: str) -> Board | None:
    """What tells the news of this subject; None for one of which nobody tells any."""
    return _boards().get(subject.partition(":")[0])


@made_once
def _boards() -> Mapping[str, Board]:
    return {board.prefix: board for _app, boards in by_apps(PLACE, "BOARDS") for board in boards}


@made_once
def samples() -> Mapping[str, Sample]:
    """Raises ValueError where two are called alike."""
    found: dict[str, Sample] = {}
    for sample in (one for kind in kinds().values() for one in kind.samples()):
        if found.setdefault(sample.name, sample) is not sample:
            raise ValueError(f"two samples are called {sample.name}")
    return found


def secret_subjects() -> list[QuerySet[Model, str]]:
    """Subjects of which not even those who run the site may read who was told what: each app's `SECRET_SUBJECTS()`."""
    return [query() for _app, query in by_apps(PLACE, "SECRET_SUBJECTS")]


def places(subjects: Collection[str], reader: User) -> Mapping[str, Place]:
    """What these subjects are called and where they are, for this reader; one that he may know nothing of is missing. One statement
    for each kind of subject."""
    found: dict[str, Place] = {}
    for _app, look_ups in by_apps(PLACE, "PLACES"):
        for word, look_up in look_ups.items():
            told = {subject.rpartition(":") for subject in subjects}
            numbers = {int(number) for first, _colon, number in told if first == word and number.isdecimal()}
            if numbers:
                found |= {f"{word}:{number}": place for number, place in look_up(numbers, reader).items()}
    return found


def reasons_of_all() -> Mapping[str, Words]:
    """Why a notification became no mail: from the code in its row to a sentence. Raises ImproperlyConfigured where two apps have
    sentences for one code: a row names no app."""
    found = dict(OWN_REASONS)
    for app, more in by_apps(PLACE, "REASONS"):
        if both := found.keys() & more.keys():
            raise ImproperlyConfigured(
                f"REASONS of {app}: {sorted(both)} is a reason of another app; take another word."
            )
        found |= more
    return found


def tell_unreached(user: User, now: datetime) -> None:
    """Mails have stopped to reach this user: each app queues what others have to know of it, in its `WHEN_UNREACHED(user, now)`."""
    for _app, queued in by_apps(PLACE, "WHEN_UNREACHED"):
        queued(user, now)


APP, SUMMARY = "notifications", "summary"


def grouped(notifications: Sequence[Notification]) -> dict[tuple[Email, str], list[Notification]]:
    """Notifications of different kinds and subjects as they would go out alone: those of one kind and subject, or of
    one kind that is
    told across subjects, together."""
    found: dict[tuple[Email, str], list[Notification]] = {}
    for notification in notifications:
        kind = kind_of(notification)
        subject = "" if kind.bundling.across_subjects else notification.subject
        found.setdefault((kind, subject), []).append(notification)
    return found


def spoken_by(delivery: Delivery, notifications: Sequence[Notification]) -> tuple[Email, str]:
    """The kind whose letter tells these notifications of the delivery, and their subject: their own where only one thing has
    gathered."""
    if (delivery.app, delivery.kind) == (APP, SUMMARY):
        groups = list(grouped(notifications))
        if len(groups) == 1:
            return groups[0]
    return kind_of(delivery), delivery.subject
