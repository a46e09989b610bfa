"""What directors decide in a tournament. Every decision is one transaction with the tournament's row locked, has a public reason
and stands in the log. Here is what all have in common: that frame, and the checks of whom and what they are about.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Generic, TypeVar

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import name_key
from games.models import Tenure
from tournaments.lifecycle import notifications
from tournaments.lifecycle.errors import (
    BadRequest,
    LifecycleError,
    NoSuchPlayer,
    NoSuchRound,
    NoSuchTable,
    OwnTable,
    ReasonMissing,
    UnknownName,
)
from tournaments.lifecycle.services import log
from tournaments.lifecycle.services.log import directed
from tournaments.models import Entry, League, Link, Round, RoundState, Table, Tournament, TournamentState

Of = TypeVar("Of", Tournament, League)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Ruling(Generic[Of]):
    """What a director decides about `of`, whose row is locked: why, for all to read and for directors only, and when."""

    of: Of
    by: User
    reason: str
    private: str
    now: datetime

    def write(self, kind: str, *, concerned: Iterable[int] = (), **data: Any) -> Link:
        act = log.write(self.of, kind, now=self.now, by=self.by, reason=self.reason, private=self.private, **data)
        if isinstance(self.of, Tournament) and concerned:
            notifications.of_act(self.of, act, concerned, now=self.now)
        return act

    def write_in(self, tournament: Tournament, kind: str, **data: Any) -> None:
        """Write it to the log of a group, whose row is locked, without the private words."""
        log.write(tournament, kind, now=self.now, by=self.by, reason=self.reason, **data)


def decides(key: str, lock: Callable[[int, User], Of]) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Make a function a service: one transaction in which `lock` gives what has the number `key`, to its director only.
    Called with `key`, `director`, `reason`, `now`, perhaps `private`, and what the decision is about. Raises what `lock` does, and
    ReasonMissing."""

    def decorate(act: Callable[..., R]) -> Callable[..., R]:
        @wraps(act)
        @transaction.atomic
        def decided(*, director: User, reason: str, now: datetime, private: str = "", **given: Any) -> R:
            of = lock(given.pop(key), director)
            return act(Ruling(of, director, reasoned(reason), private, now), **given)

        return decided

    return decorate


def in_tournament(*states: TournamentState) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """A decision in a tournament, in one of these states if any are named. Raises NotADirector, WrongState, ReasonMissing."""
    return decides("tournament_id", lambda number, director: directed(number, director, *states))


def add_director_of(ruling: Ruling[Of], name: str, already: str) -> User:
    """Check and log that this player directs it too. Raises UnknownName, or BadRequest with `already`."""
    user = called(name)
    if ruling.of.directors.filter(user=user).exists():
        raise BadRequest(already % {"name": user.name})
    ruling.write("director added", user=user.pk)
    return user


def remove_director_of(ruling: Ruling[Of], user_id: int, last: type[LifecycleError]) -> None:
    """Remove a director, who may be the one who decides. Raises `last` for the only one, BadRequest for anybody else."""
    directors = ruling.of.directors
    if not directors.filter(user_id=user_id).exists():
        raise BadRequest(_("This person is not a director."))
    if directors.count() == 1:
        raise last
    directors.filter(user_id=user_id).delete()
    ruling.write("director removed", user=user_id)


def reasoned(reason: str) -> str:
    """The reason in one form. Raises ReasonMissing for an empty one."""
    words = reason.strip()
    if not words:
        raise ReasonMissing
    return words


def table_of(tournament: Tournament, table_id: int, director: User) -> Table:
    """A table of this tournament that this director may decide about. Raises NoSuchTable, OwnTable."""
    table = Table.objects.select_related("round").filter(pk=table_id, round__tournament=tournament).first()
    if table is None:
        raise NoSuchTable
    if sits_at(table, director):
        raise OwnTable
    return table


def sits_at(table: Table, user: User) -> bool:
    if table.chairs.filter(entry__user=user).exists():
        return True
    return table.game_id is not None and Tenure.objects.filter(seat__game_id=table.game_id, user=user).exists()


def entry_of(tournament: Tournament, entry_id: int) -> Entry:
    """Raises NoSuchPlayer."""
    entry = tournament.entries.select_related("user").filter(pk=entry_id).first()
    if entry is None:
        raise NoSuchPlayer
    return entry


def open_round(tournament: Tournament, number: int) -> Round:
    """A round that is not closed. Raises NoSuchRound."""
    found = tournament.rounds.filter(number=number).exclude(state=RoundState.CLOSED).first()
    if found is None:
        raise NoSuchRound
    return found


def called(name: str) -> User:
    """The player of this name, small and capital letters alike. Raises UnknownName."""
    words = " ".join(name.split())
    user = User.objects.players().filter(name_key=name_key(words)).first()
    if user is None:
        raise UnknownName(_("There is no player named “%(name)s”. Check the spelling.") % {"name": words}, name=words)
    return user


def later(at: datetime, now: datetime) -> None:
    """Raises BadRequest for a time that is not to come."""
    if at <= now:
        raise BadRequest(_("That time is in the past. Choose a later one."))
