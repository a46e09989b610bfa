"""Tasks that expired before a worker was free for them."""

from __future__ import annotations

import logging
import time
from collections import Counter

logger = logging.getLogger("stpete_site.alarm")

PAUSE = 60.0
"""Seconds between two lines: what an hour's outage has heaped up is one thing to tell."""


class Unseen:
    """Says at once that tasks were lost, then how many more, once a minute."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.said_at = float("-inf")

    def note(self, name: str) -> None:
        """One more task of this name."""
        self.counts[name] += 1
        if time.monotonic() - self.said_at >= PAUSE:
            lost = ", ".join(f"{count} of {name}" for name, count in self.counts.items())
            logger.error("expired before a worker was free for them: %s", lost)
            self.counts.clear()
            self.said_at = time.monotonic()
