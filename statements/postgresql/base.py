"""`DATABASES["default"]["ENGINE"]`: Django's own, with a health check (`CONN_HEALTH_CHECKS`) that costs no round trip."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """Between two requests a server that is still there says nothing.

    One that has ended, or has ended this connection, has said so: then there is something to read, and only then is it asked,
    as Django asks it before every request, for 0.3 ms of each. After an error, and in a transaction, it is asked as well.
    """

    def is_usable(self) -> bool:
        if self.connection is not None and not self.errors_occurred and self._is_quiet():
            return True
        return bool(super().is_usable())

    def _is_quiet(self) -> bool:
        if self.connection.info.transaction_status != TransactionStatus.IDLE:
            return False
        waiting = select.poll()  # which tells of an end or an error in any case
        waiting.register(self.connection.fileno(), select.POLLIN | select.POLLPRI)
        return not waiting.poll(0)
