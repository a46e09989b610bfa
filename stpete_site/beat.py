"""Celery's clock for a machine whose own clock may be set: by hand, by a time server, by a host that woke up."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import Any

from celery import beat

logger = logging.getLogger("stpete_site.beat")

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
            logger.warning("the clock was set by %+.0f s, counting anew", offset - self._offset)
            self._begin_anew()
        self._offset = offset
        return float(super().tick(*args, **options))

    def setup_schedule(self) -> None:
        """A beat that was killed has been away long enough: the sweep is due at once, not after its interval."""
        super().setup_schedule()
        self._make_due()

    def _begin_anew(self) -> None:
        self._make_due()
        self.populate_heap()

    def _make_due(self) -> None:
        """What has an interval is due; what has an hour of the day waits for it."""
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now() - getattr(entry.schedule, "run_every", timedelta())
