"""Emails of this app itself: the test email, the summary, and a webhook that was switched off."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from notifications.endpoints import HOOK_OFF, MOST_FAILURES
from notifications.kinds import About, Category, Email, Letter, NoLongerTrue, Sample
from notifications.mail import links
from notifications.mail.blocks import Button, Inline, Items, Paragraph, link
from notifications.mail.compose import absolute
from notifications.mail.render import subject_of
from notifications.models import ALL, Channel, Endpoint, Notification, Preference, When
from notifications.preferences import say
from notifications.registry import NOTIFICATIONS, SUMMARY, grouped, webhook_subject

TEST = "test"
STALE = timedelta(hours=1)
"""After this a test email says nothing about now."""

TOGETHER = (When.FIRST, When.DIGEST)


class TestEmail(Email):
    """The email that is sent to be received: its link leads to a page on which the reader says that it has arrived."""

    app, name = NOTIFICATIONS, TEST
    label = gettext_lazy("test email")
    category = Category("test", label=gettext_lazy("this email because you asked for it"), wish="", is_asked_for=True)

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        return "too late" if now > notification.created_at + STALE else ""

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        user = notifications[-1].user
        if user is None:
            raise ValueError("a test to nobody")
        return self.letter(links.arrival_url(user))

    def letter(self, url: str) -> Letter:
        lead = _(
            "You requested this email to check that our emails reach you. If the site told you that emails bounced, "
            "open this page and press the button there. Then we start sending again."
        )
        about = About("test", absolute(reverse("notifications:history")))
        return Letter(about, _("Your test email arrived"), lead, [Button(_("It arrived"), url)])

    def samples(self) -> Iterable[Sample]:
        url = "/mail/arrived/example/"
        yield Sample(self, "test", lambda: self.letter(absolute(url)))


class Summary(Email):
    """What has gathered: for each thing what the subject of its own email would say, what it is about, and where to look."""

    app, name = NOTIFICATIONS, SUMMARY
    label = gettext_lazy("summary of notifications")
    overtakes = False

    @staticmethod
    def leave(user_id: int) -> None:
        """Unsubscribe from summaries: what this user wanted collected is no longer sent; where it was collected only because
        of quiet hours, emails warn of deadlines only."""
        mails = Preference.objects.filter(user=user_id, channel=Channel.MAIL)
        if not mails.filter(when__in=TOGETHER).update(when=When.NEVER):
            say(user_id, Channel.MAIL, ALL, "", When.DEADLINES)

    category = Category(
        "summary", label=gettext_lazy("summary emails"), wish=gettext_lazy("summary of notifications"), leave=leave
    )

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        lines, gone = [], ""
        for (kind, _subject), told in grouped(notifications).items():
            try:
                letter = kind.write(told, now)
            except NoLongerTrue as change:
                gone = change.reason
                continue
            lines.append((subject_of(letter), letter.about.name, letter.about.url))
        if not lines:
            raise NoLongerTrue(gone)
        return self.letter(lines)

    def letter(self, lines: Sequence[tuple[str, str, str]]) -> Letter:
        url = absolute(resolve_url(settings.LOGIN_REDIRECT_URL))
        count = ngettext("%(count)s new notification", "%(count)s new notifications", len(lines))
        return Letter(
            About(thread="summary", url=url),
            count % {"count": len(lines)},
            _("Since the last notification, and still current."),
            [Items([_line(*line) for line in lines]), Button(_("Open my games"), url)],
            preview=" ".join(f"{text}." for text, _name, _url in lines),
        )

    def samples(self) -> Iterable[Sample]:
        def write() -> Letter:
            games = ((_("Your turn"), "Neva", 12), (_("The game has started"), "White nights", 15))
            name = _("“%(title)s”, game %(number)s")
            return self.letter(
                [(text, name % {"title": title, "number": n}, absolute(f"/games/{n}/")) for text, title, n in games]
            )

        yield Sample(self, "summary", write)


def _line(text: str, name: str, url: str) -> Inline:
    """In HTML the name has a line of its own, in the text the address."""
    shown = link(text, url, f"{text}: {name}" if name else text)
    return Inline(f"{shown}\n  {url}", format_html("{}<br>{}", shown, name) if name else shown.html)


class HookOff(Email):
    app, name = NOTIFICATIONS, HOOK_OFF
    label = gettext_lazy("webhook switched off")
    category = Category(
        "webhooks",
        label=gettext_lazy("emails when one of your webhooks is switched off"),
        wish=gettext_lazy("when one of my webhooks is switched off"),
    )

    def why_untrue(self, notification: Notification, now: datetime) -> str:
        return "" if _endpoint(notification) is not None else "on again"

    def write(self, notifications: Sequence[Notification], now: datetime) -> Letter:
        endpoint = _endpoint(notifications[-1])
        if endpoint is None:
            raise NoLongerTrue("on again")
        subject = webhook_subject(endpoint.subject)
        about = subject.about(endpoint.user) if subject is not None else None
        return self.letter(endpoint.host, endpoint.last_error, about)

    def letter(self, host: str, error: str, of: About | None = None) -> Letter:
        """`of` is the table or tournament of the webhook; None for a webhook of one's own."""
        values = {"count": MOST_FAILURES, "host": host, "error": error}
        lead = _("The last %(count)s messages to %(host)s failed. The last response: %(error)s.") % values
        what = [Paragraph(_("This is the webhook for %(what)s.") % {"what": of.name})] if of else []
        url = of.url if of else absolute(reverse("notifications:preferences"))
        check = _("Check the address, then switch the webhook on again.")
        return Letter(
            About(thread="webhooks", url=url),
            _("Your webhook was switched off"),
            lead,
            [*what, Paragraph(check), Button(_("View"), url)],
            preview=f"{host}: {error}",
        )

    def samples(self) -> Iterable[Sample]:
        yield Sample(self, "hook-off", lambda: self.letter("hooks.example.org", "HTTP 500"))


EMAILS = (HookOff, Summary, TestEmail)


def _endpoint(notification: Notification) -> Endpoint | None:
    off = Endpoint.objects.select_related("user").filter(pk=notification.data["endpoint"], off_at__isnull=False)
    return off.first()
