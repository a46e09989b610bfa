"""The audit log of staff: a chain of rows in which each covers the one before it, so that none can be changed, added or removed
unseen.

The label says whose chain it is: a link of one is none of another.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django.db import models, transaction

from moderation.models import Head, TrailRow


class Linked(Protocol):
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


LABEL = "stpete-staff/1"


def write(row: TrailRow) -> TrailRow:
    """Add a row without number and digests, in the transaction of what it tells and after all else: the head of the chain is the
    last lock."""
    Head.objects.get_or_create(pk=1)
    head = Head.objects.select_for_update().get(pk=1)
    row.number, row.salt = head.rows + 1, secrets.token_hex(16)
    row.reason_digest = digest_of_reason(row.salt, row.reason)
    row.digest = digest_of(LABEL, head.digest, row.number, row.act, row.covered, row.reason_digest)
    row.save()
    head.rows, head.digest = row.number, row.digest
    head.save()
    return row


def find_first_break() -> int | None:
    """The number of the first row that does not follow, also where rows are missing at the end; None in a whole chain."""
    rows = list(TrailRow.objects.order_by("number"))
    wrong = broken_at(LABEL, ((row, row.act, row.covered) for row in rows))
    head = Head.objects.filter(pk=1).first()
    last = rows[-1].digest if rows else ""
    if wrong is None and (len(rows), last) != ((head.rows, head.digest) if head else (0, "")):
        return len(rows) + 1
    return wrong


@transaction.atomic
def erase_words(*, about: str) -> None:
    """Somebody's account is erased: the reasons of what was done about it go, the chain stays whole."""
    models.QuerySet.update(TrailRow.objects.filter(about=about), reason="", salt="")
