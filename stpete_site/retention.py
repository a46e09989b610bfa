"""For how long is kept what has a period: stated on the privacy page, enforced by `stpete_site.tasks.tidy` each night.

What is not named here is kept as long as the account, or as the games that belong to others too (docs/security.md).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.management import call_command
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import device_notes, known, tries
from accounts import services as accounts
from api import once
from games.guests.services.forgetting import forget_due
from games.tables.services import forgetting as tables
from games.talk.services import forgetting as talk
from inbound import services as inbound
from inbound import tokens
from moderation.services import networks
from notices import forgetting as notices
from tournaments.events.services import forgetting as events

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Period:
    """`what` is kept for so many days after the moment that it says; `ends` throws away what is older."""

    what: Promise
    days: int
    ends: tuple[Callable[[datetime], object], ...]


def periods() -> list[Period]:
    """All of them, as the privacy page shows them."""
    return [
        Period(
            _("Being signed in on a device, after your last sign-in or change of settings there"),
            _days(settings.SESSION_COOKIE_AGE),
            (lambda now: call_command("clearsessions"), lambda now: device_notes.forget_ended()),
        ),
        Period(
            _("A browser that you have signed in on, after your last sign-in there"),
            known.KNOWN_FOR.days,
            (lambda now: known.forget_old(now=now),),
        ),
        Period(
            _("A sign-up whose code was never typed"),
            accounts.CONFIRM_WITHIN.days,
            (lambda now: accounts.forget_unconfirmed(now=now),),
        ),
        Period(
            _("A keyed hash of the network and account from which a password or a code was tried, after the try"),
            tries.LONGEST.days,
            (lambda now: tries.forget_old(now=now),),
        ),
        Period(
            _("A guest with all games, after the beginning of the last one"),
            settings.GUEST_DAYS,
            (lambda now: forget_due(now=now),),
        ),
        Period(
            _("What became of a mail that you sent to the site; its text goes as soon as it is done"),
            int(settings.INBOUND_KEEP_DAYS),
            (inbound.forget_old,),
        ),
        Period(_("The address at which a mail of ours can be answered"), tokens.KEPT.days, (tokens.forget_old,)),
        Period(
            _("What the API answered to a request with a key, so that it is not done twice"),
            once.KEPT.days,
            (once.forget_old,),
        ),
        Period(
            _("A keyed hash of the network address from which you came, as a hint for moderators at shared households"),
            networks.KEPT.days,
            (networks.forget_old,),
        ),
        Period(
            _("Mails and other messages that we sent you, with what servers answered"),
            notices.MESSAGES.days,
            (lambda now: notices.forget_messages(now=now),),
        ),
        Period(
            _("An address without an account that somebody has invited, while its table or event does not wait for it"),
            tables.INVITATIONS.days,
            (
                lambda now: tables.forget_strangers(now=now),
                lambda now: events.forget_strangers(now=now),
                lambda now: notices.forget_addresses(now=now),
            ),
        ),
        Period(
            _("The fingerprint of an address from which mails came back, after the last of them"),
            notices.SCORES.days,
            (lambda now: notices.forget_scores(now=now),),
        ),
        Period(
            _("A report of a line in a chat, with what stood around it, after it was settled"),
            talk.REPORTS.days,
            (lambda now: talk.forget_settled(now=now),),
        ),
        Period(
            _("What you wrote to the directors of an event, after their answer"),
            events.REPORTS.days,
            (lambda now: events.forget_answered(now=now),),
        ),
        Period(
            _("A token of a program that has ended"),
            accounts.ENDED_TOKENS.days,
            (lambda now: accounts.forget_ended_tokens(now=now),),
        ),
        Period(
            _("Somebody named as of the same household who has not agreed"),
            accounts.UNANSWERED.days,
            (lambda now: accounts.forget_unanswered_households(now=now),),
        ),
    ]


def enforce(*, now: datetime) -> None:
    """Throw away all that is older. What one of them cannot do keeps no other from its work; the first error is raised at the
    end, so that the task counts as failed."""
    errors: list[Exception] = []
    for period in periods():
        for end in period.ends:
            try:
                end(now)
            except Exception as error:
                logger.exception("nothing was thrown away of one period")
                errors.append(error)
    if errors:
        raise errors[0]


def _days(seconds: int) -> int:
    return timedelta(seconds=seconds).days
