"""Wishes in an order of priority, as bits of one number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence


def worth_of(wishes: Sequence[int]) -> defaultdict[int, int]:
    """A bit for each wish, the first one worth more than all later ones together; nothing for everybody else."""
    return defaultdict(int, {bsn: 1 << (len(wishes) - 1 - index) for index, bsn in enumerate(wishes)})


def chunks(items: Sequence[int], length: int) -> list[Sequence[int]]:
    """Consecutive parts of at most this length."""
    return [items[start : start + length] for start in range(0, len(items), length)]
