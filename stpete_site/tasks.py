"""What the site does for itself at night."""

from __future__ import annotations

import logging

from celery import shared_task
from django.conf import settings
from django.core.management import call_command
from django.utils.timezone import now

from accounts.services import forget_unconfirmed
from games.guests.services.forgetting import forget_due
from inbound import services as inbound
from inbound import tokens
from moderation.services import failures, networks
from stpete_site.caught import CaughtMails

logger = logging.getLogger(__name__)
MOST_CAUGHT_MAILS = 2000


@shared_task(acks_late=True, ignore_result=True)
def tidy() -> None:
    """Throw away sessions that have ended, sign-ups never confirmed, guests whose time is over with their games, who came from
    which network and, where mails are caught, all but the newest.

    Twice does no harm.
    """
    call_command("clearsessions")
    forget_unconfirmed(now=now())
    forget_due(now=now())
    inbound.forget_old(now())
    tokens.forget_old(now())
    networks.forget_old(now())
    failures.forget_old(now())
    if settings.SHOWS_MAILBOX:
        thrown = CaughtMails(settings.MAILBOX_DIR).keep_newest(MOST_CAUGHT_MAILS)
        logger.info("threw away %s caught mails", thrown)
