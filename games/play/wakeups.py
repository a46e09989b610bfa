"""What follows a commit: workers are woken, and open pages are told that the game has changed.

It says which game and its version, as the pulse does, and only where the pulse says something new to everybody: a row of
the log, an end, a pause, a wish to end. What a player decides for himself, such as a pass or a preset that answers nothing
yet, is not said.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial

from celery import current_app
from django.db import transaction

from games.models import Game
from games.play.positions import Play
from notifications.models import Notification
from notifications.news import publish
from streams.words import Look

logger = logging.getLogger("games")

EXPIRES = 300.0
"""Seconds. Longer than a batch of mails to a slow server, which may be before it in its queue."""


def wake_workers(play: Play, notifications: Sequence[Notification]) -> None:
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
    send_task("games.tasks.think", seat_id)


def _send() -> None:
    send_task("notifications.tasks.send_mails")


def send_task(task: str, *args: int) -> None:
    """Ask the workers for a task. Called by name: the tasks know the services that call this."""
    try:
        current_app.send_task(task, args, retry=False, expires=EXPIRES)
    except Exception as error:  # a broker that is away must not fail the player's move; the sweep heals it
        logger.warning("broker not reached, the sweep will do it: %s", error)


def announce_change(game: Game) -> None:
    """Say it once the transaction stands, with the version that the game has then."""
    transaction.on_commit(partial(_look, game), robust=True)


def _look(game: Game) -> None:
    publish(Look(game.pk, game.version))
