"""The tasks that send what is due. They look at everything and may run twice or late (docs/mail.md)."""

import logging
import time
from collections.abc import Callable
from datetime import datetime

from celery import shared_task
from django.core.cache import cache
from django.utils.timezone import now

from notifications.bundling import bundle_due
from notifications.channels.send import queue_news
from notifications.deliveries import deliver_due, post_due
from notifications.scheduling import plan_due

logger = logging.getLogger("notifications")

BATCH = 200

SECONDS = 20.0
"""How long one task works, beside the batch that it is at."""

BUSY = "posts:busy"
BUSY_FOR = 120
"""Seconds after which another process takes over from one that was killed."""


@shared_task(acks_late=True, ignore_result=True)
def send_mails() -> None:
    """Look when people with quiet hours are to be reminded, bundle what is due to be told, and send the mails that are due,
    until nothing is left or `SECONDS` are over; the next task goes on."""
    until = time.monotonic() + SECONDS
    for step in (plan_due, bundle_due, deliver_due):
        while _safely(step) and time.monotonic() < until:
            continue


@shared_task(acks_late=True, ignore_result=True)
def send_posts() -> None:
    """Send due messages to webhooks and browsers. One process at a time, so that slow servers of others leave the rest to
    emails."""
    try:
        is_mine = cache.add(BUSY, 1, BUSY_FOR)
    except Exception as error:  # the cache is away and cannot say who is the first: the rows wait
        logger.info("nothing is posted now: %s", error)
        return
    if not is_mine:
        return
    try:
        for step in (queue_news, post_due):
            _safely(step)
    finally:
        cache.delete(BUSY)


def _safely(step: Callable[[datetime, int], int]) -> int:
    """How much the step has done, 0 where it failed. Notifications that cannot be bundled must not keep the mails waiting that
    are ready; the error is logged whole."""
    try:
        return step(now(), BATCH)
    except Exception:
        logger.exception("%s failed", step.__name__)
        return 0
