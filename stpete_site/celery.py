"""The Celery application: its queues, the worker processes that take them, and its clock. The package imports it, so that the
web process publishes to the right broker too.

What must be punctual never waits behind what may take long: a mail server that answers slowly holds the crew of the
mails and nobody else, and nothing that anybody writes to the site holds that of the deadlines. A queue is taken in
turns with the others of its crew, so that many bots keep a sweep waiting for one of them at most.
"""

import logging
import os
import time
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import redis
from celery import Celery, Task, beat
from celery.app.amqp import AMQP
from celery.schedules import crontab
from celery.signals import (
    beat_init,
    task_failure,
    task_postrun,
    task_prerun,
    task_revoked,
    worker_init,
    worker_process_init,
    worker_process_shutdown,
    worker_shutdown,
)
from django.conf import settings
from django.db import OperationalError, connection
from kombu import Connection, Queue
from redis.backoff import NoBackoff
from redis.retry import Retry

from notifications import meters
from stpete_site.supervisor.process import end_with
from stpete_site.values import redis_database

DUE = "stpete"
"""Deadlines, starts and expiries; also whatever is not named below, so new tasks should be short or get a line here."""

BOTS = "stpete.bots"
MAIL = "stpete.mail"
INBOUND = "stpete.inbound"
HEAVY = "stpete.heavy"

QUEUES: list[Queue] = [Queue(name, routing_key=name) for name in (DUE, BOTS, MAIL, INBOUND, HEAVY)]

ROUTES: dict[str, dict[str, str]] = {
    "*.think": {"queue": BOTS},
    "*.think_due": {"queue": BOTS},
    "*.send_mails": {"queue": MAIL},
    "*.ask_beacon": {"queue": MAIL},  # a server of somebody else, which may be slow
    "notifications.*": {"queue": MAIL},  # send_posts among them, of which one process at a time does anything
    "incoming_mail.*": {"queue": INBOUND},
    "tournaments.*": {"queue": HEAVY},  # pairing a thousand people takes seconds; nobody's clock waits for it
    "*.review_due": {"queue": HEAVY},  # half a minute for one game
    "*.import_games": {"queue": HEAVY},  # ten seconds of checking records, again and again
    "*.check_archive": {"queue": HEAVY},  # ten seconds of replaying, again and again
    "*.make_dump": {"queue": HEAVY},  # ten seconds of reading games, again and again
    "*.find_puzzle": {"queue": HEAVY},  # up to a minute of play-outs
    "*.tidy": {"queue": HEAVY},
    "*.fill_demo": {"queue": HEAVY},
    "*.rotate_logs": {"queue": HEAVY},
}
"""By the task's name, which begins with its module; the first line that fits counts."""

SWEEP_EXPIRES = 60.0
"""Seconds. Longer than one bot may think (games.play.automatic.LEASE), so a sweep that waits is late but not lost."""


NIGHT_EXPIRES = 6 * 3600.0
"""Seconds that the work of a night waits for other heavy work before it."""


@dataclass(frozen=True)
class Crew:
    """A worker of its own: its name, the queues it takes in turns, and how many processes it has."""

    name: str
    queues: tuple[str, ...]
    processes: int


CREWS = (
    Crew("worker", (DUE, BOTS), 2),
    Crew("worker-mail", (MAIL, INBOUND), 2),
    Crew("worker-heavy", (HEAVY, DUE, INBOUND), 1),
)
"""The last one has nothing to do by day and stands in for both others: a worker that was killed needs seconds to start, and
deadlines do not wait for it; nor does a move that comes by mail wait for a mail server that is slow. In the middle of heavy work it
takes nothing else."""


def schedule(every: int) -> dict[str, dict[str, Any]]:
    """What Celery's beat starts, looking for due work each `every` seconds. One statement says what is due
    (stpete_site/tasks.py); beside it each sweep runs now and then, whatever that says. Tasks expire, or a worker that was
    stopped for an hour would find a heap of stale sweeps."""
    swept, night = {"expires": SWEEP_EXPIRES}, {"expires": NIGHT_EXPIRES}
    return {
        "due": {"task": "stpete_site.tasks.start_due_tasks", "schedule": every, "options": swept},
        "sweep": {"task": "games.tasks.sweep", "schedule": 60.0, "options": swept},  # sounds the alarm, too
        "measures": {"task": "moderation.tasks.end_measures", "schedule": 60.0, "options": swept},
        "inbound": {"task": "incoming_mail.tasks.handle_mails", "schedule": 300.0, "options": swept},
        "tournaments": {"task": "tournaments.tasks.sweep_tournaments", "schedule": 300.0, "options": swept},
        "ratings": {"task": "tournaments.tasks.take_ratings", "schedule": 300.0, "options": swept},
        "puzzle": {"task": "games.tasks.find_puzzle", "schedule": 3600.0, "options": {"expires": 3600.0}},
        "reviews": {"task": "games.tasks.review_due", "schedule": 300.0, "options": swept},
        "beacon": {"task": "games.tasks.ask_beacon", "schedule": 300.0, "options": swept},
        "imports": {"task": "games.tasks.import_games", "schedule": 300.0, "options": swept},
        "logs": {"task": "stpete_site.tasks.rotate_logs", "schedule": 600.0, "options": swept},
        "rebuild": {
            "task": "tournaments.tasks.rebuild_ratings",
            "schedule": crontab(hour=3, minute=41),
            "options": night,
        },
        "dump": {"task": "games.tasks.make_dump", "schedule": crontab(hour=1, minute=13), "options": night},
        "archive": {"task": "games.tasks.check_archive", "schedule": crontab(hour=2, minute=29), "options": night},
        "tidy": {"task": "stpete_site.tasks.tidy", "schedule": crontab(hour=4, minute=17), "options": night},
    }


def lengths() -> list[int]:
    """How many tasks wait in each of `queues.QUEUES`. Raises RedisError where the server is away."""
    server = redis.Redis.from_url(
        redis_database(settings.REDIS_URL, 0), socket_timeout=1, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0)
    )
    with server, server.pipeline(transaction=False) as asked:
        for queue in QUEUES:
            asked.llen(queue.name)
        return [int(length) for length in asked.execute()]


OFTEN = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": 2.0}
"""Seconds between two looks for a server that is away. Celery's own pauses grow to half a minute, and every bot and
every deadline would wait for the end of the last one."""


class WatchfulConnection(Connection):
    """Looks for a server that is away every other second, however long it has been away."""

    def ensure_connection(self, *args: Any, **options: Any) -> Connection:  # type: ignore[override]  # names each
        """Celery's workers and beat ask without intervals; a caller that names intervals keeps them."""
        return super().ensure_connection(*args, **{**OFTEN, **options})


class Broker(AMQP):
    Connection = WatchfulConnection


clock_logger = logging.getLogger("stpete_site.celery")

LEAP = 2.0
"""Seconds by which the two clocks may drift apart between two looks before it counts as set."""


class SteadyScheduler(beat.Scheduler):
    """Begins with what is to be done every few seconds, and begins anew when the clock was set back or forward.

    Celery notes when a task ran last, in the time of the wall: set back by an hour, nothing would be due for an hour,
    and every deadline would be an hour late. It remembers nothing, so a kill cannot spoil its file.
    """

    max_interval = 5  # longer, and a clock that was set would be noticed late
    _offset: float | None = None

    def tick(self, *args: Any, **options: Any) -> float:
        """Celery's own, called again after what it returns or sooner."""
        offset = self.app.now().timestamp() - time.monotonic()
        if self._offset is not None and abs(offset - self._offset) > LEAP:
            clock_logger.warning("the clock was set by %+.0f s, counting anew", offset - self._offset)
            self._make_due()
            self.populate_heap()
        self._offset = offset
        return float(super().tick(*args, **options))

    def setup_schedule(self) -> None:
        """A beat that was killed has been away long enough: the sweep is due at once, not after its interval."""
        super().setup_schedule()
        self._make_due()

    def _make_due(self) -> None:
        """What has an interval is due; what has an hour of the day waits for it."""
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now() - getattr(entry.schedule, "run_every", timedelta())


logger = logging.getLogger("stpete_site.alarm")

PAUSE = 60.0
"""Seconds between two lines: what an hour's outage has heaped up is one thing to tell."""


class Unseen:
    """Says at once that tasks were lost, then how many more, once a minute."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.said_at = float("-inf")

    def note(self, name: str) -> None:
        self.counts[name] += 1
        if time.monotonic() - self.said_at >= PAUSE:
            lost = ", ".join(f"{count} of {name}" for name, count in self.counts.items())
            logger.error("expired before a worker was free for them: %s", lost)
            self.counts.clear()
            self.said_at = time.monotonic()


PAUSES = (0.5, 2.0, 5.0)
"""Seconds before a task that found SQLite locked begins anew; each time it has waited for the lock already."""


class PatientTask(Task[..., Any]):
    """A task that runs again when SQLite was locked for a moment. Another error, or a lock that lasts, is a failure."""

    abstract = True

    def __call__(self, *args: Any, **options: Any) -> Any:
        for pause in PAUSES:
            try:
                return self.run(*args, **options)
            except OperationalError as error:
                if connection.vendor != "sqlite" or "locked" not in str(error) or connection.in_atomic_block:
                    raise
                logging.getLogger(__name__).warning("%s begins anew: %s", self.name, error)
            time.sleep(pause)
        return self.run(*args, **options)


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "stpete_site.settings")

app = Celery("stpete_site", amqp="stpete_site.celery:Broker", task_cls=PatientTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
unseen = Unseen()


@worker_init.connect
@beat_init.connect
def refuse_wrong_settings(**kwargs: object) -> None:
    """A process that acts for people does not start on guesses."""
    settings.ENVIRONMENT.refuse_if_wrong()


@worker_init.connect
def remember_the_worker(sender: object, **kwargs: object) -> None:
    """Its processes are forked later, also again and again; they know it by this number."""
    os.environ["STPETE_WORKER"] = str(os.getpid())
    meters.report(str(getattr(sender, "hostname", "worker")).partition("@")[0])


@worker_process_init.connect
def end_with_the_worker(**kwargs: object) -> None:
    """A process in the middle of a task does not look whether its worker still lives."""
    end_with(int(os.environ["STPETE_WORKER"]))
    meters.report()


@beat_init.connect
def report_the_beat(**kwargs: object) -> None:
    meters.report("beat")


@worker_shutdown.connect
@worker_process_shutdown.connect
def report_the_end(**kwargs: object) -> None:
    meters.forget()


@task_prerun.connect
def note_the_beginning(task: Task[..., object], **kwargs: object) -> None:
    task.request.began = time.perf_counter()  # type: ignore[attr-defined]


@task_postrun.connect
def meter_task(task: Task[..., object], state: str, **kwargs: object) -> None:
    seconds = time.perf_counter() - task.request.began  # type: ignore[attr-defined]
    meters.observe("task", task.name, state.lower(), seconds)


@task_revoked.connect
def say_what_was_dropped(sender: Task[..., object], expired: bool, **kwargs: object) -> None:
    """A task that expires was never seen by anybody: the workers of its queue are too few, or were away."""
    if expired:
        unseen.note(str(sender.name))
        meters.count("task", sender.name, "expired")


@task_failure.connect
def remember_what_failed(sender: Task[..., object], exception: BaseException, **kwargs: object) -> None:
    """For the first page of staff; the error stands in the log of the worker alone. Apps are loaded before the first task."""
    from django.utils.timezone import now

    from moderation.models import FailedTask

    FailedTask.note(name=str(sender.name), error=type(exception).__name__, now=now())
