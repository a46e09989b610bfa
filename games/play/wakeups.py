"""Waking the workers after a commit, only to be quicker: whatever a lost message leaves, the sweep finds (games/tasks.py)."""

import logging
from collections.abc import Sequence
from functools import partial

from celery import current_app
from django.db import transaction

from games.play.positions import Play
from notifications.models import Notification

logger = logging.getLogger("games")

EXPIRES = 300.0
"""Seconds. Longer than a batch of mails to a slow server, which may be before it in its queue."""


def after_commit(play: Play, notifications: Sequence[Notification]) -> None:
    """Once the transaction stands: let due bots think. Mails wait for their delay and need no kick."""
    for seat in play.seats:
        if seat.bot_due_at is not None:
            transaction.on_commit(partial(_think, seat.pk), robust=True)
    if any(
        notification.due_at is not None and notification.due_at <= notification.created_at
        for notification in notifications
    ):
        transaction.on_commit(_send, robust=True)


def _think(seat_id: int) -> None:
    publish("games.tasks.think", seat_id)


def _send() -> None:
    publish("notifications.tasks.send_mails")


def publish(task: str, *args: int) -> None:
    """Ask the workers for a task. Called by name: the tasks know the services that call this."""
    try:
        current_app.send_task(task, args, retry=False, expires=EXPIRES)
    except Exception as error:  # a broker that is away must not fail the player's move; the sweep heals it
        logger.warning("broker not reached, the sweep will do it: %s", error)
