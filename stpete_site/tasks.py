"""What the site does for itself at night."""

from __future__ import annotations

import logging

from celery import shared_task
from django.conf import settings
from django.utils.timezone import now

from moderation.models import FailedTask
from stpete_site import erasing, retention
from stpete_site.dev_mailbox import CaughtMails

logger = logging.getLogger(__name__)
MOST_CAUGHT_MAILS = 2000


@shared_task(acks_late=True, ignore_result=True)
def tidy() -> None:
    """Throw away what has had its time (`stpete_site.retention`) and, where mails are caught, all but the newest.

    Twice does no harm.
    """
    FailedTask.forget_old(now())
    if settings.SHOWS_MAILBOX:
        thrown = CaughtMails(settings.MAILBOX_DIR).keep_newest(MOST_CAUGHT_MAILS)
        logger.info("threw away %s caught mails", thrown)
    erasing.finish(now=now())
    retention.enforce(now=now())
