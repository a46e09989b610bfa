"""What a table asks of those who join: plain values, none of which a new player can fail."""

from dataclasses import dataclass
from datetime import timedelta

SHARES = (0, 80, 90, 95)
WITHIN = {"6h": timedelta(hours=6), "12h": timedelta(hours=12), "1d": timedelta(days=1), "2d": timedelta(days=2)}


@dataclass(frozen=True, slots=True)
class Conditions:
    """Least shares in per cent of deadlines kept and of games finished, and the longest usual answer time."""

    kept: int = 0
    finished: int = 0
    answers_within: timedelta | None = None


NONE = Conditions()
