"""What is due to be told. `send_mails` looks at all of it and may run twice or late (docs/mail.md)."""

import logging
from collections.abc import Callable
from datetime import datetime

from celery import shared_task
from django.utils.timezone import now

from notices.bundling import bundle_due
from notices.deliveries import deliver_due

logger = logging.getLogger("notices")

BATCH = 200


@shared_task(acks_late=True, ignore_result=True)
def send_mails() -> None:
    """Bundle what is due to be told, and send the mails that are due."""
    for step in (bundle_due, deliver_due):
        _safely(step)


def _safely(step: Callable[[datetime, int], int]) -> None:
    """Notices that cannot be bundled must not keep the mails waiting that are ready; the error is logged whole."""
    try:
        step(now(), BATCH)
    except Exception:
        logger.exception("%s failed", step.__name__)
