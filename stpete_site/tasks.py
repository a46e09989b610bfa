"""What the site does for itself: every few seconds it asks what is due, and at night it tidies up."""

from __future__ import annotations

import logging

from celery import current_app, shared_task
from django.conf import settings
from django.utils.timezone import now

from games import figures
from games.tasks import work_off
from moderation.models import FailedTask
from stpete_site import due_work, erasing, retention
from stpete_site.dev_mailbox import CaughtMails
from stpete_site.queues import SWEEP_EXPIRES

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


@shared_task(acks_late=True, ignore_result=True)
def start_due_tasks() -> None:
    """Ask what is due, and start the tasks whose work it is: the others in their queues, then deadlines here and now."""
    due = due_work.due_tasks(now())
    for name in due:
        if name != due_work.SWEEP:
            current_app.send_task(name, expires=SWEEP_EXPIRES)
    if due_work.SWEEP in due:
        work_off()
    figures.note_sweep(now())
