"""What is due in leagues, done; it may run twice and late."""

from __future__ import annotations

import logging
from datetime import datetime

from . import seasons

logger = logging.getLogger("tournaments")

BATCH = 100


def sweep(now: datetime) -> None:
    """Let every season go on as far as it is due. One that cannot does not keep the others waiting."""
    for season_id in seasons.waiting(now, BATCH):
        try:
            seasons.go_on(season_id=season_id, now=now)
        except Exception:
            logger.exception("season %s cannot go on", season_id)
