"""What has gathered, as one letter: a line and a link for each thing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.shortcuts import resolve_url
from django.utils.translation import gettext_lazy as _

from notifications.kinds import About, Category, NoLongerTrue
from notifications.mail.compose import absolute
from notifications.mail.render import subject_of
from notifications.models import ALL, Channel, Notification, Preference, When
from notifications.preferences import say
from notifications.summaries import APP, SUMMARY, grouped
from notifications.templated import Draft, Kind, Sample

TOGETHER = (When.FIRST, When.DIGEST)


@dataclass(frozen=True, slots=True)
class Line:
    """One thing: what the subject of its own mail would say, what it is about, and where to look."""

    text: str
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Summary:
    lines: Sequence[Line]


def summary(notifications: Sequence[Notification], now: datetime) -> Draft:
    lines, gone = [], ""
    for (kind, _subject), told in grouped(notifications).items():
        try:
            letter = kind.write(told, now)
        except NoLongerTrue as change:
            gone = change.reason
            continue
        lines.append(Line(subject_of(letter), letter.about.name, letter.about.url))
    if not lines:
        raise NoLongerTrue(gone)
    return Draft(_about(), Summary(lines))


def always(notification: Notification, now: datetime) -> str:
    return ""


def leave(user_id: int) -> None:
    """No more mails of what has gathered: what was gathered by his wish he gets no more; where it was gathered only for the
    night, mails tell of deadlines alone."""
    mails = Preference.objects.filter(user=user_id, channel=Channel.MAIL)
    if not mails.filter(when__in=TOGETHER).update(when=When.NEVER):
        say(user_id, Channel.MAIL, ALL, "", When.DEADLINES)


def _about() -> About:
    return About(thread="summary", url=absolute(resolve_url(settings.LOGIN_REDIRECT_URL)))


GATHERED = Category(
    "summary",
    label=_("summary emails"),
    wish=_("summary of notifications"),
    leave=leave,
)
KINDS = (Kind(APP, SUMMARY, label=_("summary of notifications"), category=GATHERED, draft=summary, why_untrue=always),)


def _sample() -> Draft:
    lines = [
        Line(
            str(_("Your turn")),
            str(_("“%(title)s”, game %(number)s") % {"title": "Neva", "number": 12}),
            absolute("/games/12/"),
        ),
        Line(
            str(_("The game has started")),
            str(_("“%(title)s”, game %(number)s") % {"title": "White nights", "number": 15}),
            absolute("/games/15/"),
        ),
    ]
    return Draft(_about(), Summary(lines))


SAMPLES = (Sample("summary", _("Notification summary"), KINDS[0], _sample),)
