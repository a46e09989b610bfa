"""Limits that are counted in rows: who counts is the only one who does, until his transaction is over.

Two requests at once would both count before either has added its row, and both pass. On PostgreSQL the count has a lock of its own,
which is no row: nobody else waits for it. On SQLite a transaction that may write is the only one anyway.

Order: rows of games, tournaments and leagues that exist are locked before, never after; nothing else is waited for with it.
"""

from __future__ import annotations

import hashlib

from django.db import connection


def hold_count(whose: object) -> None:
    """Until the end of this transaction nobody else holds the count of the same: the number of a person for what he does, another
    word for what belongs to nobody. Held twice is as once. One statement on PostgreSQL."""
    assert connection.in_atomic_block, "a count is held in the transaction that adds what is counted"
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_number(whose)])


def _number(whose: object) -> int:
    """A number of 64 bits that belongs to it."""
    return int.from_bytes(hashlib.sha256(f"counted:{whose}".encode()).digest()[:8], "big", signed=True)
