"""Who is kept apart where places are dealt: people of whom one has blocked the other, and those who share a household."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from accounts import blocks, households


def pairs(user_ids: Collection[int], *, at: datetime) -> set[tuple[int, int]]:
    """The pairs among these people, in each the smaller number first, without saying why. Two statements."""
    return blocks.apart(user_ids) | households.pairs(user_ids, at=at)
