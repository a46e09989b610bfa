"""Which task goes into which queue, and which worker processes take which queues.

What must be punctual never waits behind what may take long: a mail server that answers slowly holds the crew of the
mails and nobody else, and nothing that anybody writes to the site holds that of the deadlines. A queue is taken in
turns with the others of its crew, so that many bots keep a sweep waiting for one of them at most.

The connection to the queue's server, for pages that must not wait for it and workers that must be back soon.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import redis
from celery.app.amqp import AMQP
from celery.schedules import crontab
from django.conf import settings
from kombu import Connection, Queue
from redis.backoff import NoBackoff
from redis.retry import Retry

from stpete_site.environment import redis_database

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
    "notifications.*": {"queue": MAIL},  # send_posts among them, of which one process at a time does anything
    "incoming_mail.*": {"queue": INBOUND},
    "tournaments.*": {"queue": HEAVY},  # pairing a thousand people takes seconds; nobody's clock waits for it
    "*.tidy": {"queue": HEAVY},
}
"""By the task's name, which begins with its module; the first line that fits counts."""

SWEEP_EXPIRES = 60.0
"""Seconds. Longer than one bot may think (games.play.services.bots.LEASE), so a sweep that waits is late but not lost."""


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
    (stpete_site/due_work.py); beside it each sweep runs now and then, whatever that says. Tasks expire, or a worker that was
    stopped for an hour would find a heap of stale sweeps."""
    swept, night = {"expires": SWEEP_EXPIRES}, {"expires": NIGHT_EXPIRES}
    return {
        "due": {"task": "stpete_site.tasks.start_due_tasks", "schedule": every, "options": swept},
        "sweep": {"task": "games.tasks.sweep", "schedule": 60.0, "options": swept},  # sounds the alarm, too
        "measures": {"task": "moderation.tasks.end_measures", "schedule": 60.0, "options": swept},
        "inbound": {"task": "incoming_mail.tasks.handle_mails", "schedule": 300.0, "options": swept},
        "tournaments": {"task": "tournaments.tasks.sweep_tournaments", "schedule": 300.0, "options": swept},
        "ratings": {"task": "tournaments.tasks.take_ratings", "schedule": 300.0, "options": swept},
        "rebuild": {
            "task": "tournaments.tasks.rebuild_ratings",
            "schedule": crontab(hour=3, minute=41),
            "options": night,
        },
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
        """Celery's workers and beat ask without intervals; whoever names his own keeps them."""
        return super().ensure_connection(*args, **{**OFTEN, **options})


class Broker(AMQP):
    """What the Celery application makes its connections of."""

    Connection = WatchfulConnection
