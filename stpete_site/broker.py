"""The connection to the queue's server, for pages that must not wait for it and workers that must be back soon."""

from __future__ import annotations

from typing import Any

from celery.app.amqp import AMQP
from kombu import Connection

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
