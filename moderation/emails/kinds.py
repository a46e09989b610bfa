"""What moderation tells: one letter in words, a category that nobody switches off, because it is about his account."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderation import links, notifications
from moderation.models import Measure, MeasureKind
from moderation.notifications import APP
from moderation.notifications import Kind as Name
from notifications.kinds import About, Category, Draft, Kind, NoLongerTrue, Sample
from notifications.mail.compose import absolute
from notifications.models import Notification

ACCOUNT = Category(
    "moderation",
    label=gettext_lazy("this email because it is about your account"),
    wish="",
    is_asked_for=True,
)


@dataclass(frozen=True, slots=True)
class Letter:
    """`said` is what one of the staff wrote; `url` leads to where the reader may answer or look, and `action` says what."""

    heading: str
    lead: str
    said: str
    url: str
    action: str
    more: Sequence[str] = ()


def _draft(letter: Letter) -> Draft:
    return Draft(About(thread="moderation", url=letter.url), letter)


def _until(until: datetime | None) -> str:
    if until is None:
        return _("It lasts until the site team lifts it.")
    at = date_format(localtime(until), "DATETIME_FORMAT")
    return _("It ends on %(at)s.") % {"at": at}


def of_measure(measure: Measure, url: str) -> Letter:
    """Muted or suspended: why, until when, and how to answer."""
    if measure.kind == MeasureKind.SUSPENSION:
        return Letter(
            _("Your account is suspended"),
            _("You cannot sign in or make moves by email or API."),
            measure.reason,
            url,
            _("Read and reply"),
            [
                _until(measure.until),
                _("A bot holds your seat in games with other people. You can reclaim it when the suspension ends."),
                _("Think this is a mistake? You can appeal once, and someone will review it."),
            ],
        )
    return Letter(
        _("You are muted in chats"),
        _("Your games continue as usual."),
        measure.reason,
        url,
        _("Read and reply"),
        [
            _until(measure.until),
            _("Think this is a mistake? You can appeal once, and someone will review it."),
        ],
    )


def of_end(measure: Measure) -> Letter:
    if measure.kind == MeasureKind.SUSPENSION:
        return Letter(
            _("Your account is open again"),
            _("You can sign in and play. Reclaim seats held by a bot on the game pages."),
            "",
            absolute(reverse("games:mine")),
            _("My games"),
        )
    return Letter(
        _("You can write in chats again"), _("Welcome back."), "", absolute(reverse("games:mine")), _("My games")
    )


def of_answer(measure: Measure, url: str, *, lifted: bool) -> Letter:
    lead = _("It has been lifted.") if lifted else _("It stays in force.")
    return Letter(_("Reply to your appeal"), lead, measure.answer, url, _("Read reply"))


def of_rename(before: str, name: str, reason: str) -> Letter:
    lead = _("Your name was changed from “%(before)s” to “%(name)s”.") % {"before": before, "name": name}
    profile = absolute(reverse("accounts:profile"))
    more = [_("You can choose another name in your profile.")]
    return Letter(_("Your name was changed"), lead, reason, profile, _("Open profile"), more)


def of_merge(name: str, reason: str) -> Letter:
    lead = _("The account “%(name)s” and its games were merged into this one.") % {"name": name}
    return Letter(_("Accounts merged"), lead, reason, absolute(reverse("games:mine")), _("My games"))


def _measure(notification: Notification) -> Measure:
    found = Measure.objects.filter(pk=notification.data["measure"]).first()
    if found is None:
        raise NoLongerTrue("gone")
    return found


def _told_measure(rows: Sequence[Notification], now: datetime) -> Draft:
    measure = _measure(rows[-1])
    return _draft(of_measure(measure, absolute(links.url_of(measure))))


def _told_end(rows: Sequence[Notification], now: datetime) -> Draft:
    return _draft(of_end(_measure(rows[-1])))


def _told_answer(rows: Sequence[Notification], now: datetime) -> Draft:
    measure = _measure(rows[-1])
    return _draft(of_answer(measure, absolute(links.url_of(measure)), lifted=rows[-1].data["lifted"]))


def _told_rename(rows: Sequence[Notification], now: datetime) -> Draft:
    said = rows[-1].data
    return _draft(of_rename(said["before"], said["name"], said["reason"]))


def _told_merge(rows: Sequence[Notification], now: datetime) -> Draft:
    return _draft(of_merge(rows[-1].data["name"], rows[-1].data["reason"]))


def _in_force(notification: Notification, now: datetime) -> str:
    measure = Measure.objects.filter(pk=notification.data["measure"]).first()
    return "gone" if measure is None or measure.ended_at is not None else ""


def _has_ended(notification: Notification, now: datetime) -> str:
    measure = Measure.objects.filter(pk=notification.data["measure"]).first()
    return "gone" if measure is None or measure.ended_at is None else ""


def _as_told(notification: Notification, now: datetime) -> str:
    return ""


def _kind(
    name: Name,
    label: notifications.Words,
    draft: Callable[[Sequence[Notification], datetime], Draft],
    why_untrue: Callable[[Notification, datetime], str],
) -> Kind:
    return Kind(APP, name.value, label=label, category=ACCOUNT, draft=draft, why_untrue=why_untrue, overtakes=False)


SUSPENDED = _kind(Name.SUSPENDED, gettext_lazy("your account is suspended"), _told_measure, _in_force)
MUTED = _kind(Name.MUTED, gettext_lazy("you are muted in chats"), _told_measure, _in_force)
LIFTED = _kind(Name.LIFTED, gettext_lazy("a mute or a suspension has ended"), _told_end, _has_ended)
ANSWERED = _kind(Name.ANSWERED, gettext_lazy("reply to your appeal"), _told_answer, _as_told)
RENAMED = _kind(Name.RENAMED, gettext_lazy("your name was changed"), _told_rename, _as_told)
MERGED = _kind(Name.MERGED, gettext_lazy("accounts merged"), _told_merge, _as_told)
KINDS = (SUSPENDED, MUTED, LIFTED, ANSWERED, RENAMED, MERGED)


def _sample(kind: MeasureKind) -> Measure:
    end = datetime(2026, 12, 4, 12, tzinfo=UTC)
    return Measure(kind=kind, reason="You insulted others at two tables.", until=end, answer="One table was enough.")


def _url() -> str:
    return f"{settings.SITE_URL}/measures/example/"


SAMPLES = (
    Sample(
        "suspended",
        gettext_lazy("Suspended"),
        SUSPENDED,
        lambda: _draft(of_measure(_sample(MeasureKind.SUSPENSION), _url())),
    ),
    Sample("muted", gettext_lazy("Muted"), MUTED, lambda: _draft(of_measure(_sample(MeasureKind.MUTE), _url()))),
    Sample(
        "lifted",
        gettext_lazy("A suspension has ended"),
        LIFTED,
        lambda: _draft(of_end(_sample(MeasureKind.SUSPENSION))),
    ),
    Sample("unmuted", gettext_lazy("A mute has ended"), LIFTED, lambda: _draft(of_end(_sample(MeasureKind.MUTE)))),
    Sample(
        "appeal-answered",
        gettext_lazy("Reply to an appeal"),
        ANSWERED,
        lambda: _draft(of_answer(_sample(MeasureKind.MUTE), _url(), lifted=False)),
    ),
    Sample(
        "renamed",
        gettext_lazy("Renamed"),
        RENAMED,
        lambda: _draft(of_rename("Boris2", "Boris", "You asked for it.")),
    ),
    Sample("merged", gettext_lazy("Accounts merged"), MERGED, lambda: _draft(of_merge("Boris2", "You asked for it."))),
)
