"""For how long is kept what has a period: stated on the privacy page, enforced by `stpete_site.tasks.tidy` each night.

What is not named here is kept as long as the account, or as the games that belong to others too (docs/security.md).
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import limits, sessions
from accounts import services as accounts
from accounts.models import ApiToken, Household, KnownBrowser
from api import idempotency
from api.models import KeptAnswer
from games.chat import services as talk
from games.guests.services import forget_due_guests
from games.tables import sitting as tables
from incoming_mail import services as inbound
from incoming_mail import tokens
from incoming_mail.models import AddressToken, ReplyToken
from moderation import networks
from moderation.models import NetworkSight
from notifications import services as notifications
from notifications.models import AddressScore
from notifications.services import delete_in_pieces
from tournaments.lifecycle.services import accounts as tournaments

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Period:
    """`what` is kept for so many days after the moment that it says; `ends` throws away what is older."""

    what: Promise
    days: int
    ends: tuple[Callable[..., object], ...]


def _older(model: type[Model], field: str, kept: timedelta = timedelta(), **which: object) -> Callable[..., object]:
    """A task that deletes rows whose `field` is older than `kept`."""
    return lambda now: delete_in_pieces(model._default_manager.filter(**{f"{field}__lt": now - kept}, **which))


def periods() -> list[Period]:
    return [
        Period(
            _("Sign-ins on your devices, after your last sign-in or change of settings there"),
            timedelta(seconds=settings.SESSION_COOKIE_AGE).days,
            (sessions.forget_ended,),
        ),
        Period(
            _("Browsers you signed in on, after your last sign-in there"),
            sessions.KNOWN_FOR.days,
            (_older(KnownBrowser, "signed_in_at", sessions.KNOWN_FOR),),
        ),
        Period(
            _("Sign-ups whose code was never entered"), accounts.CONFIRM_WITHIN.days, (accounts.forget_unconfirmed,)
        ),
        Period(
            _("Keyed hashes of networks and accounts that tried a password or code, after the attempt"),
            limits.LONGEST.days,
            (_older(limits.Tries, "ends_at"),),
        ),
        Period(
            _("Guests and all their games, after the start of their last game"),
            settings.GUEST_DAYS,
            (forget_due_guests,),
        ),
        Period(
            _("The result of emails you sent us; their text is deleted once they are processed"),
            int(settings.INBOUND_KEEP_DAYS),
            (inbound.forget_old,),
        ),
        Period(
            _("Reply-by-email addresses"),
            tokens.KEPT.days,
            (_older(ReplyToken, "made_at", tokens.KEPT), _older(AddressToken, "made_at", tokens.KEPT)),
        ),
        Period(
            _("API responses to requests with an Idempotency-Key, to avoid doing things twice"),
            idempotency.KEPT.days,
            (_older(KeptAnswer, "created_at", idempotency.KEPT),),
        ),
        Period(
            _("A keyed hash of your network address, as a hint for moderators about shared households"),
            networks.KEPT.days,
            (_older(NetworkSight, "at", networks.KEPT),),
        ),
        Period(
            _("Emails and other messages we sent you, with the servers' responses"),
            notifications.KEEP_MESSAGES.days,
            (notifications.forget_messages,),
        ),
        Period(
            _("Invited addresses without an account, once their table or tournament no longer waits for them"),
            tables.INVITATIONS.days,
            (
                tables.forget_strangers,
                tournaments.forget_strangers,
                notifications.forget_addresses,
            ),
        ),
        Period(
            _("Fingerprints of addresses that bounced emails, after the last bounce"),
            notifications.KEEP_SCORES.days,
            (_older(AddressScore, "scored_at", notifications.KEEP_SCORES),),
        ),
        Period(
            _("Reports of chat messages with the messages around them, after they are resolved"),
            talk.REPORTS.days,
            (talk.forget_settled,),
        ),
        Period(
            _("Your messages to tournament directors, after their answer"),
            tournaments.REPORTS.days,
            (tournaments.forget_answered,),
        ),
        Period(
            _("Expired API tokens"),
            accounts.ENDED_TOKENS.days,
            (_older(ApiToken, "expires_at", accounts.ENDED_TOKENS),),
        ),
        Period(
            _("Household requests without an answer"),
            accounts.UNANSWERED.days,
            (_older(Household, "asked_at", accounts.UNANSWERED, since=None),),
        ),
    ]


def enforce(*, now: datetime) -> None:
    """Throw away all that is older. What one of them cannot do keeps no other from its work; the first error is raised at the
    end, so that the task counts as failed."""
    errors: list[Exception] = []
    for period in periods():
        for end in period.ends:
            try:
                end(now=now)
            except Exception as error:
                logger.exception("nothing was thrown away of one period")
                errors.append(error)
    if errors:
        raise errors[0]
