"""The log of a tournament or a league: a chain in which each act covers the one before it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Protocol, overload

from accounts.models import User
from moderation import chain
from tournaments.models import Act, League, LeagueAct, Link, Tournament

LABEL = "stpete-act/1"


def digest_of(previous: str, number: int, kind: str, data: Mapping[str, Any], reason_digest: str) -> str:
    """The link of the chain of a tournament or a league (`moderation.chain`)."""
    return chain.digest_of(LABEL, previous, number, kind, data, reason_digest)


class Logged(Protocol):
    """What has a log: the number of its last act and the head of its chain."""

    last_act: int
    head: str


def link(owner: Logged, act: Link) -> None:
    """Make an act the next of a chain. The owner's row is locked; both are to be saved."""
    act.number, act.salt = owner.last_act + 1, secrets.token_hex(16)
    act.reason_digest = chain.digest_of_reason(act.salt, act.reason)
    act.digest = digest_of(owner.head, act.number, act.kind, act.data, act.reason_digest)
    owner.last_act, owner.head = act.number, act.digest


@overload
def write(
    of: Tournament,
    kind: str,
    *,
    now: datetime,
    by: User | None = ...,
    reason: str = ...,
    private: str = ...,
    **data: Any,
) -> Act: ...
@overload
def write(
    of: League, kind: str, *, now: datetime, by: User | None = ..., reason: str = ..., private: str = ..., **data: Any
) -> LeagueAct: ...
def write(
    of: Tournament | League,
    kind: str,
    *,
    now: datetime,
    by: User | None = None,
    reason: str = "",
    private: str = "",
    **data: Any,
) -> Act | LeagueAct:
    """Add an act to the log of a tournament or a league whose row is locked. `by` empty: it did so itself."""
    act = LeagueAct(league=of) if isinstance(of, League) else Act(tournament=of)
    act.kind, act.data, act.by, act.reason, act.private, act.at = kind, data, by, reason, private, now
    link(of, act)
    fields = ["head", "last_act"]
    if isinstance(of, Tournament):
        of.version += 1
        fields.append("version")
    of.save(update_fields=fields)
    act.save()
    return act


def broken_at(acts: Iterable[Link]) -> int | None:
    """The number of the first act that does not follow from the one before it, or whose reason was changed, None in a whole
    chain. A reason that was erased (empty, and its salt too) breaks nothing."""
    return chain.broken_at(LABEL, ((act, act.kind, act.data) for act in acts))


def erase_reason(act: Link) -> None:
    """Take the words of an act away; the chain stays whole."""
    act.reason = act.private = act.salt = ""
    act.save(update_fields=["reason", "private", "salt"])
