"""Settings of each new connection to PostgreSQL."""

from datetime import UTC, datetime
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import receiver


@receiver(connection_created)
def disable_parallel_workers(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """PostgreSQL starts no parallel workers for a statement: starting them takes 10 ms, longer than all statements of a page."""
    if connection.vendor == "postgresql":
        connection.connection.execute("SET max_parallel_workers_per_gather = 0")


@receiver(connection_created)
def read_times_quickly(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Times are read by Python's own parser: a quarter of the work of Django's reader, which was a fifteenth of what a timeout
    costs, since every third column of a game is a time."""
    if connection.vendor != "postgresql" or connection.timezone != UTC:
        return
    from psycopg.types.datetime import TimestamptzLoader

    class UtcLoader(TimestamptzLoader):
        timezone = UTC  # Django looks here whether the reader fits the connection

        def load(self, data: Any) -> datetime:
            try:
                return datetime.fromisoformat(bytes(data).decode())
            except ValueError:  # such as a time before our era
                return super().load(data).replace(tzinfo=UTC)

    connection.connection.adapters.register_loader("timestamptz", UtcLoader)
