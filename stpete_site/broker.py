"""The connection to the queue's server, for pages that must not wait for it and workers that must be back soon."""

from __future__ import annotations

from typing import Any

import redis
from celery.app.amqp import AMQP
from django.conf import settings
from kombu import Connection
from redis.backoff import NoBackoff
from redis.retry import Retry

from stpete_site.environment import redis_database
from stpete_site.queues import QUEUES


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
