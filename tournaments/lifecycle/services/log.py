"""The lock of a tournament, its log, and what will happen by itself, as rows with their time."""

import secrets
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F

from accounts.models import User
from accounts.permissions import can
from moderation import trail
from tournaments.lifecycle.errors import NotADirector, NotEntered, WrongState
from tournaments.models import Act, Due, Entry, EntryState, League, LeagueAct, Link, Tournament, TournamentState, What


def locked(tournament_id: int, *states: TournamentState) -> Tournament:
    """The tournament, its row locked until the transaction ends. Raises WrongState when it is in none of these states."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    if states and tournament.state not in states:
        raise WrongState
    return tournament


def directed(tournament_id: int, director: User, *states: TournamentState) -> Tournament:
    """The same for one of its directors. Raises NotADirector for anybody else."""
    tournament = locked(tournament_id)
    if not can(director, "direct tournament", tournament):
        raise NotADirector
    if states and tournament.state not in states:
        raise WrongState
    return tournament


def entry_of_user(tournament: Tournament, user: User, *states: EntryState) -> Entry:
    """The user's entry, if it is in one of these states. Raises NotEntered."""
    entry = tournament.entries.filter(user=user, state__in=states).first()
    if entry is None:
        raise NotEntered
    return entry


def changed(tournament: Tournament, *fields: str) -> None:
    """Save a change: its version rises, so that a pairing made from what was before is not written."""
    tournament.version += 1
    tournament.save(update_fields=["version", *fields])


def put(tournament: Tournament, what: What, at: datetime | None, number: int = 0) -> None:
    """Something will happen at this time, instead of any time put before; None: it will not."""
    if at is None:
        Due.objects.filter(tournament=tournament, what=what, number=number).delete()
        return
    Due.objects.update_or_create(tournament=tournament, what=what, number=number, defaults={"at": at})


def take(tournament: Tournament, what: What, number: int, now: datetime) -> bool:
    """Whether it was due and is now done; False if somebody else did it or it was postponed."""
    return bool(Due.objects.filter(tournament=tournament, what=what, number=number, at__lte=now).delete()[0])


def move_all(tournament: Tournament, by: timedelta) -> None:
    Due.objects.filter(tournament=tournament).update(at=F("at") + by)


def due(now: datetime, most: int, without: Collection[int] = ()) -> list[tuple[int, str, int]]:
    """Tournament, what and number of what is due in tournaments that are not paused, oldest first; but for some tournaments."""
    rows = (
        Due.objects.filter(at__lte=now, tournament__paused_at=None).exclude(tournament__in=without).order_by("at", "id")
    )
    return list(rows.values_list("tournament_id", "what", "number")[:most])


LABEL = "stpete-act/1"


def digest_of(previous: str, number: int, kind: str, data: Mapping[str, Any], reason_digest: str) -> str:
    """The link of the chain of a tournament or a league (`moderation.trail`)."""
    return trail.digest_of(LABEL, previous, number, kind, data, reason_digest)


def write(
    of: Tournament | League,
    kind: str,
    *,
    now: datetime,
    by: User | None = None,
    reason: str = "",
    private: str = "",
    **data: Any,
) -> Link:
    """Add an act to the log of a tournament or a league whose row is locked. `by` empty: it did so itself."""
    act: Link = LeagueAct(league=of) if isinstance(of, League) else Act(tournament=of)
    act.kind, act.data, act.by, act.reason, act.private, act.at = kind, data, by, reason, private, now
    act.number, act.salt = of.last_act + 1, secrets.token_hex(16)
    act.reason_digest = trail.digest_of_reason(act.salt, act.reason)
    act.digest = digest_of(of.head, act.number, act.kind, act.data, act.reason_digest)
    of.last_act, of.head = act.number, act.digest
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
    return trail.broken_at(LABEL, ((act, act.kind, act.data) for act in acts))


def erase_reason(act: Link) -> None:
    """Take the words of an act away; the chain stays whole."""
    act.reason = act.private = act.salt = ""
    act.save(update_fields=["reason", "private", "salt"])
