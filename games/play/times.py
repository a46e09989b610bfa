"""The usual answer time: the geometric mean, so that one long absence does not drown a hundred quick answers.

A seat adds up logarithms as whole numbers, because sums must come out the same in any order (`games.play.outcomes`).
"""

from __future__ import annotations

from datetime import timedelta
from math import log2

FEWEST = 5
"""Fewer answers say nothing about what is usual."""


def log_of(taken: timedelta) -> int:
    """100 · log2 of the seconds, from 0 on."""
    return round(100 * log2(max(taken.total_seconds(), 0) + 1))


def usual_of(answers: int, logs: int) -> timedelta | None:
    """The usual time of so many answers with this sum of logarithms; None where they are too few."""
    return timedelta(seconds=2 ** (logs / answers / 100) - 1) if answers >= FEWEST else None
