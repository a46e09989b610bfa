"""Whose move it is at the running tables of a tournament, as its directors may know it: of a question that may not tell whom it
asks (games/play/secrecy.py) only the time that everybody sees.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import name_of
from games.models import Seat, TenureStart
from tournaments.models import TableState, Tournament


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who holds a seat. `user` is None for a bot; `missed` are deadlines, `in_a_row` those since the last answer."""

    seat: int
    user: int | None
    name: str
    is_kept: bool
    missed: int
    in_a_row: int


@dataclass(frozen=True, slots=True)
class TableTurn:
    """A running game: `asked` are the people whose move it is, nobody where that `is_hidden`. `is_sealed`: its deal is still played
    elsewhere, so its position is nobody else's."""

    table: int
    game: int
    glance: Mapping[str, Any] | None
    is_sealed: bool
    is_hidden: bool
    holders: tuple[SeatHolder, ...]
    asked: tuple[SeatHolder, ...]
    since: datetime | None
    until: datetime | None

    @property
    def reminded(self) -> tuple[int, ...]:
        """The accounts that hear of a reminder: who is asked, or everybody who may be."""
        found = self.holders if self.is_hidden else self.asked
        return tuple(one.user for one in found if one.user is not None)

    @property
    def need(self) -> tuple[int, bool, float]:
        """The first table needs its directors most: deadlines missed in a row, then the nearest deadline."""
        late = max((one.in_a_row for one in self.asked), default=0)
        return -late, self.until is None, self.until.timestamp() if self.until else 0.0


COLUMNS = (
    *("game__tournament_table", "game", "game__glance", "game__deal", "game__deal__released_at", "game__pace_base"),
    *("index", "waiting", "running_since", "due_at", "deadlines_missed", "misses"),
    *("tenures__user", "tenures__user__display_name", "tenures__user__deleted_at", "tenures__began"),
)


def turns_of(tournament: Tournament, *tables: int) -> dict[int, TableTurn]:
    """The turns of its running tables, or of these of them, by table. One statement."""
    seats = Seat.objects.filter(
        Q(game__tournament_table__pk__in=tables) if tables else Q(),
        game__tournament_table__round__tournament=tournament,
        game__tournament_table__state=TableState.RUNNING,
        tenures__until=None,
    )
    rows: QuerySet[Seat, Any] = seats.order_by("game__tournament_table", "index").values_list(*COLUMNS)
    return {table: _turn(list(of)) for table, of in groupby(rows, key=itemgetter(0))}


def _turn(rows: list[Any]) -> TableTurn:
    table, game, glance, deal, released, base, *_seat = rows[0]
    holders = tuple(
        SeatHolder(index, user, name_of(user, name, gone) if user else "", began == TenureStart.KEPT, missed, in_a_row)
        for *_game, index, _waiting, _since, _until, missed, in_a_row, user, name, gone, began in rows
    )
    hidden_until = datetime.fromisoformat(glance["until"]) if glance and glance["until"] else None
    clocks = {row[6]: (row[8], row[9]) for row in rows if row[7] and row[12] is not None}
    asked = () if hidden_until else tuple(one for one in holders if one.seat in clocks)
    running = [clocks[one.seat] for one in asked if clocks[one.seat][1] is not None]
    return TableTurn(
        table=table,
        game=game,
        glance=glance,
        is_sealed=deal is not None and released is None,
        is_hidden=hidden_until is not None,
        holders=holders,
        asked=asked,
        since=hidden_until - base if hidden_until else min((since for since, _until in running), default=None),
        until=hidden_until or min((until for _since, until in running), default=None),
    )
