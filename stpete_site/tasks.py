"""What the site does by itself: every few seconds it asks which tasks have work, in one statement, so that an idle site does
nothing; at night it tidies up.

The statement may name a task that then finds nothing, but must not miss one; what it would miss is found within five minutes
(CELERY_BEAT_SCHEDULE), and is an alarm after one (games/due.py).
"""

import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from celery import current_app, shared_task
from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.utils.timezone import now

from games.due import due_rows, note_sweep
from games.models import GameImport, Heartbeat, Outage, Review
from games.play import outages, totals
from games.play.facts import fill_facts
from games.tables.contributions import awaiting_rounds
from games.tasks import work_off
from incoming_mail.models import IncomingMail, MailState
from moderation.models import FailedTask
from notifications.models import Channel, Delivery, DeliveryState, Endpoint, Notification
from statements import Prepared
from stpete_site import demo, erasing, home, retention
from stpete_site.celery import SWEEP_EXPIRES
from stpete_site.mailbox import CaughtMails
from tournaments.leagues.services.seasons import ENDED, REMINDED
from tournaments.models import (
    Division,
    Due,
    Entry,
    Halt,
    Over,
    Round,
    RoundState,
    Season,
    SeasonState,
    Table,
    TableState,
    Tournament,
    TournamentState,
)
from tournaments.rated import services as ratings

Rows = Iterable[QuerySet[Any]]

SWEEP = "games.tasks.sweep"


def _games(now: datetime, soon: datetime, beat: datetime) -> Rows:
    yield from due_rows(now).values()
    yield Heartbeat.objects.filter(at__lte=beat)
    yield Outage.objects.filter(done_at=None)


def _emails(now: datetime, soon: datetime, beat: datetime) -> Rows:
    yield Notification.objects.filter(due_at__lte=now)
    yield Notification.objects.filter(deadline__isnull=False, due_at__isnull=False, planned_from__isnull=True)
    yield Delivery.objects.filter(channel=Channel.MAIL, state=DeliveryState.PENDING, due_at__lte=now)


def _posts(now: datetime, soon: datetime, beat: datetime) -> Rows:
    yield Endpoint.objects.exclude(subject="").filter(off_at=None)  # what it listens to may look different now
    yield Delivery.objects.exclude(channel=Channel.MAIL).filter(state=DeliveryState.PENDING, due_at__lte=now)


def _tournaments(now: datetime, soon: datetime, beat: datetime) -> Rows:
    running = Tournament.objects.filter(state=TournamentState.RUNNING, paused_at=None)
    yield Over.objects.all()
    yield Halt.objects.all()
    yield Due.objects.filter(at__lte=now, tournament__paused_at=None)
    yield Table.objects.filter(was_closed=False, state=TableState.RUNNING).exclude(closing="")
    yield running.exclude(rounds__in=Round.objects.exclude(state=RoundState.CLOSED))
    yield Round.objects.filter(state=RoundState.PAIRED, begins_at__lte=now, tournament__in=running)
    yield Entry.objects.filter(away_from__lte=now, away_until__gt=now)
    yield Tournament.objects.filter(standings_due=True)
    yield Season.objects.filter(state=SeasonState.OPEN, league__closed_at=None).filter(
        Q(starts_at__lte=now) | Q(starts_at__lte=soon, number__gt=1, was_reminded=False, takes_entries=True)
    )
    playing = Division.objects.filter(season=OuterRef("pk")).exclude(tournament__state__in=ENDED)
    following = Season.objects.filter(league=OuterRef("league"), number=OuterRef("number") + 1)
    yield Season.objects.filter(state=SeasonState.RUNNING).filter(
        ~Exists(playing) | Q(~Exists(following), league__closed_at=None)
    )


WORK: tuple[tuple[str, Callable[[datetime, datetime, datetime], Rows]], ...] = (
    (SWEEP, _games),
    ("notifications.tasks.send_mails", _emails),
    ("notifications.tasks.send_posts", _posts),
    (
        "incoming_mail.tasks.handle_mails",
        lambda now, *_: [IncomingMail.objects.filter(state=MailState.WAITING, due_at__lte=now)],
    ),
    ("tournaments.tasks.sweep_tournaments", _tournaments),
    ("tournaments.tasks.take_ratings", lambda now, *_: [ratings.waiting()]),
    ("games.tasks.ask_beacon", lambda now, *_: [awaiting_rounds(now)]),
    ("games.tasks.import_games", lambda now, *_: [GameImport.objects.filter(due_at__lte=now)]),
    ("games.tasks.review_due", lambda now, *_: [Review.waiting(now)]),
)
"""Each task, and the rows of which one is reason enough to start it. They are asked for with three moments: now, soon, and the
latest heartbeat that is too old."""


def _numbers(now: datetime, soon: datetime, beat: datetime) -> QuerySet[Any]:
    """The places in `WORK` of tasks that have something to do."""
    first, *others = (
        rows.order_by().values_list(Value(place))
        for place, (_task, reasons) in enumerate(WORK)
        for rows in reasons(now, soon, beat)
    )
    return first.union(*others)


_found = Prepared(_numbers, 0, moments=3)


def due_tasks(now: datetime) -> list[str]:
    """The names of the tasks that have something to do, those of games first. One statement."""
    return [WORK[place][0] for place in sorted(row[0] for row in _found(now, now + REMINDED, now - outages.BEAT))]


logger = logging.getLogger(__name__)
MOST_CAUGHT_MAILS = 2000
MINUTE = 60.0
MOST_FACTS = 5000
"""So many games of before there were facts get them in one night."""


@shared_task(acks_late=True, ignore_result=True)
def tidy() -> None:
    """Throw away what has had its time (`stpete_site.retention`) and, where mails are caught, all but the newest.

    Twice does no harm.
    """
    FailedTask.objects.filter(at__lt=now() - FailedTask.KEPT).delete()
    if settings.SHOWS_MAILBOX:
        thrown = CaughtMails(settings.MAILBOX_DIR).keep_newest(MOST_CAUGHT_MAILS)
        logger.info("threw away %s caught mails", thrown)
    erasing.finish(now=now())
    retention.enforce(now=now())
    if filled := fill_facts(MOST_FACTS):
        logger.info("wrote the facts of %s older games", filled)
    totals.count_rest()


@shared_task(acks_late=True, ignore_result=True)
def rotate_logs() -> None:
    home.rotate(settings.HOME / "log")


@shared_task(acks_late=True, ignore_result=True)
def fill_demo() -> None:
    """Make chapters of the demo's past for a minute, as long as other heavy work takes, and ask for more. Once all are there, a
    puzzle is looked for."""
    until = time.monotonic() + MINUTE
    while demo.todo().exists():
        if time.monotonic() > until:
            demo.ask()
            return
        if not demo.History(now()).go_on():
            demo.todo().unlink(missing_ok=True)
            current_app.send_task("games.tasks.find_puzzle")


@shared_task(acks_late=True, ignore_result=True)
def start_due_tasks() -> None:
    """Ask what is due, and start the tasks whose work it is: the others in their queues, then deadlines here and now."""
    due = due_tasks(now())
    for name in due:
        if name != SWEEP:
            current_app.send_task(name, expires=SWEEP_EXPIRES)
    if SWEEP in due:
        work_off()
    note_sweep(now())
