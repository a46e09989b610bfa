"""Emails about an account, which cannot be switched off."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderation import services
from moderation.models import Measure, MeasureKind
from moderation.notifications import APP, ModerationNotification
from notifications.kinds import About, Category, Email, Letter, NoLongerTrue, Sample, Words
from notifications.mail.blocks import Block, Button, Paragraph, Quote
from notifications.mail.compose import absolute
from notifications.models import Notification

ACCOUNT = Category(
    "moderation",
    label=gettext_lazy("this email because it is about your account"),
    wish="",
    is_asked_for=True,
)


def letter(heading: str, lead: str, said: str, url: str, action: str, *more: str) -> Letter:
    """`said` is what one of the staff wrote; `url` leads to where the reader may answer or look, and `action` says what."""
    quote: list[Block] = [Quote(_("The site team writes:"), said)] if said else []
    body = [*quote, *map(Paragraph, more), Button(action, url)]
    return Letter(About(thread="moderation", url=url), heading, lead, body)


class AccountEmail(Email):
    app = APP
    category = ACCOUNT
    overtakes = False


class MeasureEmail(AccountEmail):
    """Muted or suspended: why, until when, and how to answer. `meaning` is a sentence about games."""

    heading: Words
    lead: Words
    meaning: Words = ""
    measure: MeasureKind

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        measure = Measure.objects.filter(pk=notification.data["measure"]).first()
        return "gone" if measure is None or measure.ended_at is not None else ""

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        measure = _measure(notifications)
        return self.letter(measure, absolute(services.url_of(measure)))

    def letter(self, measure: Measure, url: str) -> Letter:
        appeal = _("Think this is a mistake? You can appeal once, and someone will review it.")
        more = [_until(measure.until), str(self.meaning), appeal]
        return letter(str(self.heading), str(self.lead), measure.reason, url, _("Read and reply"), *filter(None, more))

    def samples(self) -> Iterable[Sample]:
        yield Sample(self, self.name, lambda: self.letter(_sample(self.measure), _sample_url()))


class Suspended(MeasureEmail):
    name = ModerationNotification.SUSPENDED.value
    label = gettext_lazy("your account is suspended")
    measure = MeasureKind.SUSPENSION
    heading = gettext_lazy("Your account is suspended")
    lead = gettext_lazy("You cannot sign in or make moves by email or API.")
    meaning = gettext_lazy(
        "A bot holds your seat in games with other people. You can reclaim it when the suspension ends."
    )


class ChatMuted(MeasureEmail):
    name = ModerationNotification.MUTED.value
    label = gettext_lazy("you are muted in chats")
    measure = MeasureKind.MUTE
    heading = gettext_lazy("You are muted in chats")
    lead = gettext_lazy("Your games continue as usual.")


class Lifted(AccountEmail):
    name = ModerationNotification.LIFTED.value
    label = gettext_lazy("a mute or a suspension has ended")

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        measure = Measure.objects.filter(pk=notification.data["measure"]).first()
        return "gone" if measure is None or measure.ended_at is None else ""

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        return self.letter(_measure(notifications))

    def letter(self, measure: Measure) -> Letter:
        games = absolute(reverse("games:mine"))
        if measure.kind == MeasureKind.SUSPENSION:
            lead = _("You can sign in and play. Reclaim seats held by a bot on the game pages.")
            return letter(_("Your account is open again"), lead, "", games, _("My games"))
        return letter(_("You can write in chats again"), _("Welcome back."), "", games, _("My games"))

    def samples(self) -> Iterable[Sample]:
        yield Sample(self, "lifted", lambda: self.letter(_sample(MeasureKind.SUSPENSION)))
        yield Sample(self, "unmuted", lambda: self.letter(_sample(MeasureKind.MUTE)))


class AppealAnswered(AccountEmail):
    name = ModerationNotification.ANSWERED.value
    label = gettext_lazy("reply to your appeal")

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        measure = _measure(notifications)
        return self.letter(measure, absolute(services.url_of(measure)), lifted=notifications[-1].data["lifted"])

    def letter(self, measure: Measure, url: str, *, lifted: bool) -> Letter:
        lead = _("It has been lifted.") if lifted else _("It stays in force.")
        return letter(_("Reply to your appeal"), lead, measure.answer, url, _("Read reply"))

    def samples(self) -> Iterable[Sample]:
        yield Sample(
            self,
            "appeal-answered",
            lambda: self.letter(_sample(MeasureKind.MUTE), _sample_url(), lifted=False),
        )


class Renamed(AccountEmail):
    name = ModerationNotification.RENAMED.value
    label = gettext_lazy("your name was changed")

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        return self.letter(**notifications[-1].data)

    def letter(self, before: str, name: str, reason: str) -> Letter:
        lead = _("Your name was changed from “%(before)s” to “%(name)s”.") % {"before": before, "name": name}
        more = _("You can choose another name in your profile.")
        profile = absolute(reverse("accounts:profile"))
        return letter(_("Your name was changed"), lead, reason, profile, _("Open profile"), more)

    def samples(self) -> Iterable[Sample]:
        yield Sample(self, "renamed", lambda: self.letter("Boris2", "Boris", "You asked for it."))


class Merged(AccountEmail):
    name = ModerationNotification.MERGED.value
    label = gettext_lazy("accounts merged")

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        return self.letter(notifications[-1].data["name"], notifications[-1].data["reason"])

    def letter(self, name: str, reason: str) -> Letter:
        lead = _("The account “%(name)s” and its games were merged into this one.") % {"name": name}
        return letter(_("Accounts merged"), lead, reason, absolute(reverse("games:mine")), _("My games"))

    def samples(self) -> Iterable[Sample]:
        yield Sample(self, "merged", lambda: self.letter("Boris2", "You asked for it."))


EMAILS = (Suspended, ChatMuted, Lifted, AppealAnswered, Renamed, Merged)


def erased(reason: str) -> tuple[str, str]:
    """Subject and text of the email about an account that staff has closed. It has no row: nothing of the address is kept."""
    text = [
        _(
            "The site team closed your account and deleted your personal data. Results of old games stay without your "
            "name."
        ),
        f"{_('The site team writes:')}\n{reason}",
        _("Think this is a mistake? Contact the site team (address in the imprint)."),
    ]
    return _("Your St Pete account was deleted"), "\n\n".join(text) + "\n"


def _measure(notifications: Sequence[Notification]) -> Measure:
    found = Measure.objects.filter(pk=notifications[-1].data["measure"]).first()
    if found is None:
        raise NoLongerTrue("gone")
    return found


def _until(until: datetime | None) -> str:
    if until is None:
        return _("It lasts until the site team lifts it.")
    return _("It ends on %(at)s.") % {"at": date_format(localtime(until), "DATETIME_FORMAT")}


def _sample(kind: MeasureKind) -> Measure:
    end = datetime(2026, 12, 4, 12, tzinfo=UTC)
    return Measure(kind=kind, reason="You insulted others at two tables.", until=end, answer="One table was enough.")


def _sample_url() -> str:
    return f"{settings.SITE_URL}/measures/example/"
