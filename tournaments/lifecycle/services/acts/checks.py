"""What every act asks first: the reason, the table or player it is about, and who may decide there."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import name_key
from games.models import Tenure
from tournaments.lifecycle.errors import BadRequest, ReasonMissing
from tournaments.models import Entry, Round, RoundState, Table, TableState, Tournament

from .errors import NoSuchPlayer, NoSuchRound, NoSuchTable, OwnTable, UnknownName


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
    """Whether somebody is paired there, or has held a seat of its game."""
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


def running_tables(tournament: Tournament) -> list[Table]:
    """Its tables whose games run, by the numbers of their games, which is the order in which they are locked."""
    return list(
        Table.objects.filter(round__tournament=tournament, state=TableState.RUNNING, game__isnull=False).order_by(
            "game_id"
        )
    )
