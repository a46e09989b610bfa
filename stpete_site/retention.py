"""For how long is kept what has a period: stated on the privacy page, enforced by `stpete_site.tasks.tidy` each night.

What is not named here is kept as long as the account, or as the games that belong to others too (docs/security.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.services import CONFIRM_WITHIN
from api import once
from inbound.tokens import KEPT
from moderation.services import networks


@dataclass(frozen=True, slots=True)
class Period:
    """`what` is kept for so many days after the moment that it says."""

    what: Promise
    days: int


def periods() -> list[Period]:
    """All of them, as the privacy page shows them."""
    return [
        Period(
            _("Being signed in on a device, after your last sign-in or change of settings there"),
            _days(settings.SESSION_COOKIE_AGE),
        ),
        Period(_("A sign-up whose code was never typed"), CONFIRM_WITHIN.days),
        Period(_("A guest with all games, after the beginning of the last one"), settings.GUEST_DAYS),
        Period(_("What became of a mail that you sent to the site; its text goes as soon as it is done"), _inbound()),
        Period(_("What the API answered to a request with a key, so that it is not done twice"), once.KEPT.days),
        Period(_("The address at which a mail of ours can be answered"), KEPT.days),
        Period(
            _("A keyed hash of the network address from which you came, as a hint for moderators at shared households"),
            networks.KEPT.days,
        ),
    ]


def _inbound() -> int:
    return int(settings.INBOUND_KEEP_DAYS)


def _days(seconds: int) -> int:
    return timedelta(seconds=seconds).days
