"""A chain of rows in which each covers the one before it, so that none can be changed, put in or taken out unseen.

The label says whose chain it is: a link of one is none of another.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from typing import Any, Protocol


class Linked(Protocol):
    """What a row of a chain has."""

    number: int
    reason: str
    salt: str
    reason_digest: str
    digest: str


def digest_of_reason(salt: str, reason: str) -> str:
    """SHA-256 of the salt and the reason, so that the reason can be erased and nobody can guess it from the chain."""
    return hashlib.sha256(f"{salt}\n{reason}".encode()).hexdigest()


def digest_of(label: str, previous: str, number: int, kind: str, data: Mapping[str, Any], reason_digest: str) -> str:
    """The link of the chain: SHA-256 over the label, the link before it, number, kind, data and the reason's digest."""
    covered = [label, previous, number, kind, dict(data), reason_digest]
    text = json.dumps(covered, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def broken_at(label: str, rows: Iterable[tuple[Linked, str, Mapping[str, Any]]]) -> int | None:
    """The number of the first row that does not follow from the one before it, or whose reason was changed, None in a whole
    chain. Each row comes with its kind and the data that it covers. A reason that was erased (empty, and its salt too) breaks
    nothing."""
    previous = ""
    for expected, (row, kind, data) in enumerate(rows, start=1):
        link = digest_of(label, previous, expected, kind, data, row.reason_digest)
        is_whole = row.number == expected and hmac.compare_digest(link, row.digest)
        if row.salt and not hmac.compare_digest(digest_of_reason(row.salt, row.reason), row.reason_digest):
            is_whole = False
        if not is_whole or (not row.salt and row.reason):
            return expected
        previous = row.digest
    return None
