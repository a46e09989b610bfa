"""The log of an event or a league: a chain in which each act covers the one before it."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Protocol

from accounts.models import User
from tournaments.models import Act, Event, Link

LABEL = "stpete-act/1"


def digest_of_reason(salt: str, reason: str) -> str:
    """SHA-256 of the salt and the reason, so that the reason can be erased and nobody can guess it from the chain."""
    return hashlib.sha256(f"{salt}\n{reason}".encode()).hexdigest()


def digest_of(previous: str, number: int, kind: str, data: Mapping[str, Any], reason_digest: str) -> str:
    """The link of the chain: SHA-256 over the label, the link before it, number, kind, data and the reason's digest."""
    covered = [LABEL, previous, number, kind, dict(data), reason_digest]
    text = json.dumps(covered, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


class Logged(Protocol):
    """What has a log: the number of its last act and the head of its chain."""

    last_act: int
    head: str


def link(owner: Logged, act: Link) -> None:
    """Make an act the next of a chain. The owner's row is locked; both are to be saved."""
    act.number, act.salt = owner.last_act + 1, secrets.token_hex(16)
    act.reason_digest = digest_of_reason(act.salt, act.reason)
    act.digest = digest_of(owner.head, act.number, act.kind, act.data, act.reason_digest)
    owner.last_act, owner.head = act.number, act.digest


def write(
    event: Event,
    kind: str,
    *,
    now: datetime,
    by: User | None = None,
    reason: str = "",
    private: str = "",
    **data: Any,
) -> Act:
    """Add an act to the log of an event whose row is locked. `by` empty: the event itself."""
    act = Act(event=event, kind=kind, data=data, by=by, reason=reason, private=private, at=now)
    link(event, act)
    event.version += 1
    event.save(update_fields=["head", "last_act", "version"])
    act.save()
    return act


def broken_at(acts: Iterable[Link]) -> int | None:
    """The number of the first act that does not follow from the one before it, or whose reason was changed, None in a whole
    chain. A reason that was erased (empty, and its salt too) breaks nothing."""
    previous = ""
    for expected, act in enumerate(acts, start=1):
        link = digest_of(previous, expected, act.kind, act.data, act.reason_digest)
        is_whole = act.number == expected and hmac.compare_digest(link, act.digest)
        if act.salt and not hmac.compare_digest(digest_of_reason(act.salt, act.reason), act.reason_digest):
            is_whole = False
        if not is_whole or (not act.salt and act.reason):
            return expected
        previous = act.digest
    return None


def erase_reason(act: Link) -> None:
    """Take the words of an act away; the chain stays whole."""
    act.reason = act.private = act.salt = ""
    act.save(update_fields=["reason", "private", "salt"])
