"""What is due now. Rows carry their due time; these tasks look at them and may run twice or late.

`sweep` runs every 5 s and is the whole truth; the other tasks are the same work kicked off at once after a commit.
"""

import logging
from collections.abc import Callable
from datetime import datetime

from celery import shared_task
from django.utils.timezone import now

from games import alerts, figures
from games.play import automatic, seats
from games.tables import tables
from notifications.deliveries import LEASE
from notifications.tasks import send_mails, send_posts

logger = logging.getLogger("games")

BATCH = 200

MAILS_EXPIRE = LEASE.total_seconds()
"""Longer than the batch before it may take with a slow server: what waits its turn is not thrown away."""


@shared_task(acks_late=True, ignore_result=True)
def sweep() -> None:
    """Do whatever is due, oldest first; sound the alarm about whatever should have been done long ago."""
    moment = now()
    alerts.alarm(moment)
    for seat_id in automatic.overdue_seats(moment, BATCH):
        _safely(automatic.time_out, seat_id=seat_id, now=moment)
    for game_id in seats.deserted_games(moment, BATCH):
        _safely(seats.end_deserted, game_id=game_id, now=moment)
    _safely(tables.start_due, now=moment)
    _safely(tables.expire_due, now=moment)
    for seat_id in automatic.due_bots(moment, BATCH):
        think.apply_async((seat_id,), expires=60)
    figures.note_sweep(now())
    send_mails.apply_async(expires=MAILS_EXPIRE)  # a silent mail server must not hold up deadlines
    send_posts.apply_async(expires=MAILS_EXPIRE)


@shared_task(acks_late=True, ignore_result=True)
def think(seat_id: int) -> None:
    """Let one bot answer."""
    automatic.answer_for_bot(seat_id=seat_id, now=now())


@shared_task(name="games.tasks.send_mails", acks_late=True, ignore_result=True)
def send_mails_as_once_named() -> None:
    """For what was queued under this name before an update."""
    send_mails()


def _safely(act: Callable[..., object], **arguments: int | datetime) -> None:
    """One row that cannot be handled must not keep the others waiting; its error is logged whole."""
    try:
        act(**arguments)
    except Exception:
        logger.exception("%s failed for %s", getattr(act, "__name__", act), arguments)
