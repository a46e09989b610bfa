"""The ladder of a season: levels, groups and who stands where, with the zones of promotion and relegation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tournaments.errors import LeagueBalanceError
from tournaments.formats.leagues import Level
from tournaments.formats.pyramids import exchange_for
from tournaments.models import Division, Entry, Season, Standing


class Zone(Enum):
    """Where a place leads to at the end of the season."""

    UP = "up"
    STAYS = "stays"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Rung:
    """One player of a group as he stands now."""

    place: int
    entry: Entry
    points: str
    zone: Zone


@dataclass(frozen=True, slots=True)
class Ring:
    """One group with its players, the best first."""

    division: Division
    rungs: tuple[Rung, ...]


def groups_of(season: Season) -> tuple[Level, ...]:
    """Accounts by level and group in the order of the standings, as the arithmetic of leagues reads them."""
    rows = Standing.objects.filter(event__division__season=season).order_by(
        "event__division__level", "event__division__group", "order"
    )
    levels: dict[int, dict[int, list[int]]] = {}
    for level, group, user in rows.values_list("event__division__level", "event__division__group", "entry__user"):
        levels.setdefault(level, {}).setdefault(group, []).append(user)
    return tuple(tuple(tuple(groups[group]) for group in sorted(groups)) for _, groups in sorted(levels.items()))


def ladder_of(season: Season) -> list[list[Ring]]:
    """The levels from the top with their groups. Four statements whatever their number."""
    divisions = list(season.divisions.select_related("event").order_by("level", "group"))
    lines: dict[int, list[Standing]] = {}
    for line in (
        Standing.objects.filter(event__division__season=season).select_related("entry__user").order_by("event", "order")
    ):
        lines.setdefault(line.event_id, []).append(line)
    levels: dict[int, list[Division]] = {}
    for division in divisions:
        levels.setdefault(division.level, []).append(division)
    sizes = [
        tuple(tuple(line.entry.user_id for line in lines.get(division.event_id, [])) for division in level)
        for _, level in sorted(levels.items())
    ]
    exchange = _exchange(tuple(sizes), season)
    found = []
    for number, (_, level) in enumerate(sorted(levels.items())):
        up = _each(exchange[number - 1] if number else 0, len(level))
        down = _each(exchange[number] if number < len(exchange) else 0, len(level))
        found.append([_ring(division, lines.get(division.event_id, []), up, down) for division in level])
    return found


def _exchange(levels: tuple[Level, ...], season: Season) -> tuple[int, ...]:
    try:
        return exchange_for(levels, up=season.league.up, down=season.league.down)
    except LeagueBalanceError:
        return (0,) * max(0, len(levels) - 1)


def _each(number: int, groups: int) -> int:
    """How many of each group go for sure, where a level sends so many."""
    return number // groups if groups else 0


def _ring(division: Division, lines: list[Standing], up: int, down: int) -> Ring:
    rungs = []
    for line in lines:
        zone = Zone.UP if line.order <= up else Zone.DOWN if line.order > len(lines) - down else Zone.STAYS
        rungs.append(Rung(line.place, line.entry, line.values[0] if line.values else "", zone))
    return Ring(division, tuple(rungs))
