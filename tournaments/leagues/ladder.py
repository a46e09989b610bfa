"""The ladder of a season: levels, groups and who stands where, and who would go up and down as it stands."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from arbiter.errors import LeagueBalanceError
from arbiter.formats.leagues import Level, Move, exchange_for, next_season
from arbiter.formats.leagues import Season as Played
from statements import Prepared
from tournaments.models import Division, Entry, EntryState, League, Season
from tournaments.pages.people import Named, named
from tournaments.pages.tie_breaks import figure_of

EXACT = 2520
"""Points are whole when multiplied by this: they are shared by no more than ten."""


class Zone(Enum):
    UP = "up"
    STAYS = "stays"
    DOWN = "down"


ZONES = {Move.UP: Zone.UP, Move.DOWN: Zone.DOWN}


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


class PlayerStanding(NamedTuple):
    level: int
    group: int
    player: Named
    place: int | None
    values: list[str] | None
    is_away: bool
    """Whether they dropped out or withdrew."""


def _entries(season: int) -> QuerySet[Entry, Any]:
    found = Entry.objects.filter(tournament__division__season=season, number__isnull=False)
    in_order = F("standing__order").asc(nulls_last=True)
    division = ("tournament__division__level", "tournament__division__group")
    account = ("user_id", "user__display_name", "user__deleted_at")
    columns = (*division, "standing__place", "standing__values", "is_idle", "state", *account)
    return found.order_by(*division, in_order, "number").values_list(*columns)


_players = Prepared(_entries, 1)
_divisions = Prepared(
    lambda season: (
        Division.objects.filter(season=season).order_by("level", "group").values_list("level", "group", "tournament_id")
    ),
    1,
)


def _standings(season: Season) -> list[PlayerStanding]:
    """Everybody of a season, group by group in the order of the standings. One statement."""
    return [
        PlayerStanding(level, group, named(*account), place, values, is_idle or state != EntryState.ENTERED)
        for level, group, place, values, is_idle, state, *account in _players(season.pk)
    ]


def stand_of(season: Season) -> Stand:
    """How a season stands. A group without standings, because it was abandoned, stands in the order of its seeds."""
    return _stand(_standings(season))


def _stand(standings: Sequence[PlayerStanding]) -> Stand:
    levels: dict[int, dict[int, list[int]]] = {}
    for one in standings:
        levels.setdefault(one.level, {}).setdefault(one.group, []).append(one.player.pk)
    return Stand(
        tuple(tuple(tuple(groups[group]) for group in sorted(groups)) for _, groups in sorted(levels.items())),
        {one.player.pk: points_of(one.values) for one in standings},
        frozenset(one.player.pk for one in standings if one.is_away),
    )


def points_of(values: list[str] | None) -> tuple[int, ...]:
    """What compares players of one rank of different groups: their points."""
    return (int(Fraction(values[0]) * EXACT),) if values and values[0] else ()


def ladder_of(season: Season) -> list[list[dict[str, Any]]]:
    """The levels from the top with their groups and their players, the best first; without a place until a
    result has counted. Two statements whatever their number."""
    standings = _standings(season)
    zones = _stand(standings).zones(season.league)
    rungs: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for one in standings:
        rungs.setdefault((one.level, one.group), []).append(
            {
                "place": one.place,
                "player": one.player,
                "points": figure_of(one.values[0]) if one.values else "",
                "zone": zones.get(one.player.pk, Zone.STAYS),
            }
        )
    levels: dict[int, list[dict[str, Any]]] = {}
    for level, group, tournament in _divisions(season.pk):
        ring = {"level": level, "group": group, "tournament": tournament, "rungs": rungs.get((level, group), [])}
        levels.setdefault(level, []).append(ring)
    return [rings for _, rings in sorted(levels.items())]
