"""Notification settings as plain values: reading, checking and saving them, for pages and programs."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from notifications.kinds import About, WebhookSubject
from notifications.models import ALL, Channel, Hours, Preference, When
from notifications.preferences import decide, say
from notifications.registry import shown_categories, webhook_subject
from notifications.routes import hours_of
from notifications.scheduling import retime

SOON = (When.AT_ONCE, When.FIRST, When.DIGEST, When.NEVER)
URGENT = (When.AT_ONCE, When.NEVER)
LIMITS = ("", When.DEADLINES, When.NEVER)
"""How soon what may come: of a usual category, of an urgent one, and of everything at most."""
GATHER = (20, 60, 120, 240, 480, 1440)
MOST_HOURS = 6

Wanted = Mapping[tuple[str, str], str]
"""How soon, by channel and category; `ALL` is the limit for all categories."""


def wanted_by(user: User) -> dict[tuple[str, str], str]:
    """What holds now. One statement."""
    said, found = said_about(user, ""), {}
    for channel in Channel.values:
        found[channel, ALL] = said[channel].get((ALL, ""), "")
        exact = {key: when for key, when in said[channel].items() if key[0] != ALL}
        for category in shown_categories():
            found[channel, category.name] = str(decide(exact, category, ""))
    return found


def said_about(user: User, subject: str) -> dict[str, dict[tuple[str, str], str]]:
    """Settings of this user for this subject, by channel; without a subject, for everything."""
    found: dict[str, dict[tuple[str, str], str]] = {channel: {} for channel in Channel.values}
    for one in Preference.objects.filter(user=user, subject=subject):
        found[one.channel][one.category, one.subject] = one.when
    return found


def check_hours(wanted: Wanted, hours: Hours) -> None:
    """Raise ValidationError by field for hours that do not go together, or with what is wanted."""
    wrong: dict[str, ValidationError] = {}
    if (hours.quiet_from is None) != (hours.quiet_until is None):
        wrong["quiet_from"] = ValidationError(_("Quiet hours need a start and an end."), code="quiet_needs_both")
    if len(set(hours.digest)) > MOST_HOURS:
        wrong["digest"] = ValidationError(_("Choose up to six hours."), code="too_many_hours")
    elif not hours.digest and When.DIGEST in wanted.values():
        sentence = _("You chose a summary at your hours. Select at least one hour.")
        wrong["digest"] = ValidationError(sentence, code="no_hour")
    if wrong:
        raise ValidationError(wrong)


@transaction.atomic
def save_wishes(user: User, wanted: Wanted, hours: Hours, *, now: datetime) -> None:
    """Write what differs from before; a category that is as it is by itself is no wish."""
    before = wanted_by(user)
    for (channel, name), when in wanted.items():
        if when == before[channel, name]:
            continue
        say(user.pk, channel, name, "", when)
        if name != ALL:  # what was said by a link of an email, or by hand, about single subjects
            exact = Preference.objects.filter(user=user, channel=channel, category=name)
            exact.exclude(subject="").delete()
    names = ("gather_minutes", "quiet_from", "quiet_until")
    values = {"digest": sorted(set(hours.digest)), **{name: getattr(hours, name) for name in names}}
    kept, _made = Hours.objects.update_or_create(user=user, defaults=values)
    retime(user, kept, now)


def wanted_about(user: User, subject: str) -> dict[str, str]:
    """What is otherwise about one subject, such as a game: how soon by channel, whatever the category."""
    said = said_about(user, subject)
    return {channel: said[channel].get((ALL, subject), "") for channel in Channel.values}


@transaction.atomic
def save_about(user: User, subject: str, wanted: Mapping[str, str], *, now: datetime) -> None:
    """Write what differs from before; an empty wish takes one back."""
    before = wanted_about(user, subject)
    for channel, when in wanted.items():
        if when != before[channel]:
            say(user.pk, channel, ALL, subject, when)
    retime(user, hours_of(user), now)


def known_subject(user: User, key: str) -> tuple[WebhookSubject, About] | None:
    """The game or tournament with this key and what it is called; None where this user may not know about it."""
    subject = webhook_subject(key) if len(key) <= 80 else None
    about = subject.about(user) if subject else None
    return (subject, about) if subject and about else None


def subjects_with_wishes(user: User) -> dict[str, tuple[WebhookSubject, About]]:
    """Games and tournaments for which this user has chosen something else, by key; at most fifty."""
    chosen = Preference.objects.filter(user=user, category=ALL).exclude(subject="").values_list("subject", flat=True)
    return {key: known for key in sorted(set(chosen))[:50] if (known := known_subject(user, key))}
