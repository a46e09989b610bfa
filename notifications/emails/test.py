"""The mail that is sent to be received."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from notifications.kinds import About, Category
from notifications.mail import arrival
from notifications.mail.compose import absolute
from notifications.models import Notification
from notifications.templated import Draft, Kind, Sample

APP, NAME = "notifications", "test"
STALE = timedelta(hours=1)

ASKED_FOR = Category("test", label=_("this email because you asked for it"), wish="", is_asked_for=True)


@dataclass(frozen=True, slots=True)
class Test:
    """`url` leads to a page on which the reader says that the mail has arrived."""

    url: str


def _draft(notifications: Sequence[Notification], now: datetime) -> Draft:
    user = notifications[-1].user
    if user is None:
        raise ValueError("a test to nobody")
    return _of(arrival.url(user))


def _of(url: str) -> Draft:
    return Draft(About("test", absolute(reverse("notifications:history"))), Test(url))


def _why_untrue(notification: Notification, now: datetime) -> str:
    return "too late" if now > notification.created_at + STALE else ""


TEST = Kind(APP, NAME, label=_("test email"), category=ASKED_FOR, draft=_draft, why_untrue=_why_untrue)
KINDS = (TEST,)
SAMPLES = (Sample("test", _("Test email"), TEST, lambda: _of(absolute("/mail/arrived/example/"))),)
