"""What is due now. Rows carry their due time; these tasks look at them and may run twice or late.

`sweep` is the whole truth; the other tasks are the same work kicked off at once after a commit. Each works until nothing is
due, and all workers share what there is: a row that one of them has locked, the others pass over.
"""

import logging
import random
import time
from collections.abc import Callable
from datetime import datetime

from celery import shared_task
from django.utils.timezone import now

from games import due
from games.dumps import services as dumps
from games.imports import services as imports
from games.play import automatic, interventions, open_seats, outages, proposals, seats
from games.puzzles import search as puzzles
from games.replay import checks
from games.review import services as reviews
from games.tables import contributions, seeks, tables
from notifications.deliveries import LEASE
from notifications.tasks import send_mails, send_posts

logger = logging.getLogger("games")

BATCH = 200
SHARE = 20
"""So many of those that have waited longest one worker takes, at random, before it looks again: workers meet seldom."""

SECONDS = 10.0
"""How long one task works; the next one, which starts every few seconds, goes on. So no worker is lost to one kind of work."""

LOOK = 1.0
"""Seconds between two looks for deadlines while bots think."""

MAILS_EXPIRE = LEASE.total_seconds()
"""Longer than the batch before it may take with a slow server: what waits its turn is not thrown away."""

NIGHT = 6 * 3600.0
"""Seconds that what goes on in the night waits for other heavy work."""


@shared_task(acks_late=True, ignore_result=True)
def sweep() -> None:
    """Sound the alarm about whatever should have been done long ago, and do whatever is due."""
    due.alarm(now())
    work_off()
    send_mails.apply_async(expires=MAILS_EXPIRE)  # a silent mail server must not hold up deadlines
    send_posts.apply_async(expires=MAILS_EXPIRE)


def work_off() -> None:
    """Do whatever is due, deadlines first, for `SECONDS` at most; bots are left to tasks of their own."""
    until = time.monotonic() + SECONDS
    may_end = keep_deadlines(until)
    for game_id in seats.deserted_games(now(), BATCH) if may_end else ():
        _safely(seats.end_deserted, game_id=game_id, now=now())
    for game_id in interventions.paused_games(now(), BATCH):
        _safely(interventions.end_pause, game_id=game_id, now=now())
    for act in (proposals.settle_due, tables.start_due, tables.expire_due, seeks.match_due, open_seats.ask_due):
        while time.monotonic() < until and _safely(act, now=now(), limit=BATCH) == BATCH:
            keep_deadlines(until)
    if automatic.due_bots(now(), 1):
        think_due.apply_async(expires=60)
    due.note_sweep(now())


def keep_deadlines(until: float) -> bool:
    """Answer for all whose time has run out, some of the `BATCH` that has waited longest first, until nobody is left or `until`, by
    the clock of the process. What cannot be answered for is tried again by the next task, so it keeps nobody waiting. After an
    outage all clocks are credited first: False while some are left."""
    asked = now()
    if not outages.may_enforce(asked, until):
        return False
    left: set[int] = set()
    while fresh := [one for one in automatic.overdue_seats(now(), BATCH + len(left)) if one not in left]:
        for seat_id in random.sample(fresh, min(SHARE, len(fresh))):
            if time.monotonic() > until or now() - asked > outages.LONGEST_GAP:  # a machine that slept
                return now() - asked <= outages.LONGEST_GAP
            if not _safely(automatic.time_out, seat_id=seat_id, now=now()):
                left.add(seat_id)
    return True


@shared_task(acks_late=True, ignore_result=True)
def think_due() -> None:
    """Let bots answer until none is due, for `SECONDS` at most; deadlines come before each few of them."""
    until, look_at = time.monotonic() + SECONDS, 0.0
    while time.monotonic() < until:
        if time.monotonic() > look_at:
            keep_deadlines(until)
            look_at = time.monotonic() + LOOK
        claimed = automatic.claim_next_bots(now())
        if not claimed:
            return
        for game_id, index in claimed:
            _safely(automatic.answer_claimed, game_id=game_id, index=index, now=now())
    think_due.apply_async(expires=60)


@shared_task(acks_late=True, ignore_result=True)
def think(seat_id: int) -> None:
    automatic.answer_for_bot(seat_id=seat_id, now=now())


@shared_task(acks_late=True, ignore_result=True)
def ask_beacon() -> None:
    """Take the public rounds that tables wait for."""
    contributions.take_rounds(now())


@shared_task(acks_late=True, ignore_result=True)
def review_due() -> None:
    """Make one review that is due; the next one is found by the next look at what is due, so other heavy work comes between."""
    reviews.make_next(now())


@shared_task(acks_late=True, ignore_result=True)
def import_games() -> None:
    """Go on with one import; the next look at what is due goes on after it."""
    imports.work_on(now())


@shared_task(acks_late=True, ignore_result=True)
def check_archive(left: int | None = None) -> None:
    """Replay a part of the archive, some games at a time, `left` of them yet."""
    if left := checks.check_some(checks.begin_night(now()) if left is None else left, now()):
        check_archive.apply_async(args=(left,), expires=NIGHT)


@shared_task(acks_late=True, ignore_result=True)
def make_dump() -> None:
    """Write the dump of this month, if it is not there, some games at a time."""
    if dumps.go_on(now()):
        make_dump.apply_async(expires=NIGHT)


@shared_task(acks_late=True, ignore_result=True)
def find_puzzle() -> None:
    """See to it that today has a puzzle. Looked at each hour, because a game that fits may finish late, and on a new site soon."""
    puzzles.find_puzzle(now=now())


@shared_task(name="games.tasks.send_mails", acks_late=True, ignore_result=True)
def send_mails_as_once_named() -> None:
    """For what was queued under this name before an update."""
    send_mails()


def _safely(act: Callable[..., object], **arguments: int | datetime) -> object:
    """What the act returns. One row that cannot be handled must not keep the others waiting; its error is logged whole."""
    try:
        return act(**arguments)
    except Exception:
        logger.exception("%s failed for %s", getattr(act, "__name__", act), arguments)
        return None
