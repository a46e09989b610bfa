"""What follows a commit: workers are woken, and open pages look again.

Both only make things quicker: the sweep (games/tasks.py) does what a lost message leaves, and pages ask by themselves.
"""

import logging
from collections.abc import Iterable, Sequence
from functools import partial

from celery import current_app
from django.db import transaction

from games.models import Game
from games.play.positions import Play
from notifications.models import Notification
from notifications.services import publish
from streams.words import Look

logger = logging.getLogger("games")

EXPIRES = 300.0
"""Seconds. Longer than a batch of emails to a slow server, which may be before it in its queue."""


def wake_workers(play: Play, notifications: Sequence[Notification]) -> None:
    """After the commit let due bots think, and send what is due at once. Other emails wait for their delay."""
    for seat in play.seats:
        if seat.bot_due_at is not None:
            transaction.on_commit(partial(send_task, "games.tasks.think", seat.pk), robust=True)
    if any(one.due_at is not None and one.due_at <= one.created_at for one in notifications):
        transaction.on_commit(partial(send_task, "notifications.tasks.send_mails"), robust=True)


def send_task(task: str, *args: int) -> None:
    """Ask the workers for a task, by its name, because the tasks import the modules that call this."""
    try:
        current_app.send_task(task, args, retry=False, expires=EXPIRES)
    except Exception as error:  # a broker that is away must not fail the player's move; the sweep does it later
        logger.warning("broker not reached, the sweep will do it: %s", error)


def announce_change(game: Game, told: Iterable[Notification] = ()) -> None:
    """After the commit tell open pages the game's number and version, as the pulse does, and the readers of these notifications to
    look again.

    Only for what is new to everybody: a row of the log, an end, a pause, a wish to end. What a player decides alone, such as an
    auto-pass or a preset that answers nothing yet, is not announced.
    """
    people = tuple(sorted({one.user_id for one in told if one.user_id is not None}))
    transaction.on_commit(lambda: publish(Look(game.pk, game.version, people)), robust=True)
