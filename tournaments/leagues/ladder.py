"""The ladder of a season: levels, groups and who stands where, and who would go up and down as it stands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from django.db.models import F, QuerySet

from arbiter.errors import LeagueBalanceError
from arbiter.formats.leagues import Level, Move, next_season
from arbiter.formats.leagues import Season as Played
from arbiter.formats.pyramids import exchange_for
from tournaments.models import Division, Entry, EntryState, League, Season
from tournaments.pages.tie_breaks import figure_of

EXACT = 2520
"""Points are whole when multiplied by this: they are shared by no more than ten."""


class Zone(Enum):
    """Where a place leads to at the end of the season."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"


ZONES = {Move.UP: Zone.UP, Move.DOWN: Zone.DOWN}


@dataclass(frozen=True, slots=True)
class Rung:
    """A player of a group in the current standings; `place` is None until a result has counted."""

    place: int | None
    entry: Entry
    points: str
    zone: Zone


@dataclass(frozen=True, slots=True)
class Ring:
    """One group with its players, the best first."""

    division: Division
    rungs: tuple[Rung, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """How a season stands: its levels by accounts, what compares players of one rank, and who has dropped out."""

    levels: tuple[Level, ...]
    better: Mapping[int, tuple[int, ...]]
    idle: frozenset[int]

    def played(
        self,
        league: League,
        *,
        leaving: Collection[int] = (),
        entrants: tuple[int, ...] = (),
        idle: Collection[int] = (),
    ) -> Played:
        """The same as the arithmetic of leagues reads it. Raises LeagueBalanceError."""
        return Played(
            self.levels,
            exchange_for(self.levels, up=league.up, down=league.down),
            leaving=frozenset(leaving),
            inactive=frozenset(idle),
            entrants=entrants,
            better=self.better,
        )

    def zones(self, league: League) -> Mapping[int, Zone]:
        """Where everybody would play next season if all came again and it ended now."""
        try:
            moves = next_season(self.played(league, idle=self.idle)).moves
        except LeagueBalanceError:
            return {}
        return {player: ZONES.get(move, Zone.STAYS) for player, move in moves.items()}


def stand_of(season: Season) -> Stand:
    """How a season stands. A group without standings, because it was abandoned, stands in the order of its seeds."""
    rows = _entries(season).values_list(
        "tournament__division__level", "tournament__division__group", "user", "standing__values", "is_idle", "state"
    )
    levels: dict[int, dict[int, list[int]]] = {}
    better, idle = {}, set()
    for level, group, user, values, is_idle, state in rows:
        levels.setdefault(level, {}).setdefault(group, []).append(user)
        better[user] = points_of(values)
        if is_idle or state != EntryState.ENTERED:
            idle.add(user)
    return Stand(
        tuple(tuple(tuple(groups[group]) for group in sorted(groups)) for _, groups in sorted(levels.items())),
        better,
        frozenset(idle),
    )


def _entries(season: Season) -> QuerySet[Entry]:
    """Everybody of a season, group by group in the order of the standings."""
    found = Entry.objects.filter(tournament__division__season=season, number__isnull=False)
    in_order = F("standing__order").asc(nulls_last=True)
    return found.order_by("tournament__division__level", "tournament__division__group", in_order, "number")


def points_of(values: list[str] | None) -> tuple[int, ...]:
    """What compares players of one rank of different groups: their points."""
    return (int(Fraction(values[0]) * EXACT),) if values and values[0] else ()


def ladder_of(season: Season) -> list[list[Ring]]:
    """The levels from the top with their groups. Three statements whatever their number."""
    divisions = list(season.divisions.select_related("tournament").order_by("level", "group"))
    entries: dict[int, list[Entry]] = {}
    for entry in _entries(season).select_related("user", "standing"):
        entries.setdefault(entry.tournament_id, []).append(entry)
    zones = stand_of(season).zones(season.league)
    levels: dict[int, list[Ring]] = {}
    for division in divisions:
        rungs = tuple(_rung(entry, zones) for entry in entries.get(division.tournament_id, []))
        levels.setdefault(division.level, []).append(Ring(division, rungs))
    return [rings for _, rings in sorted(levels.items())]


def _rung(entry: Entry, zones: Mapping[int, Zone]) -> Rung:
    line = getattr(entry, "standing", None)
    points = figure_of(line.values[0]) if line is not None and line.values else ""
    return Rung(line.place if line is not None else None, entry, points, zones.get(entry.user_id, Zone.STAYS))
