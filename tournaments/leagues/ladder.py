"""The ladder of a season: levels, groups and who stands where, and who would go up and down as it stands; and the page of a league
around it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from accounts.models import User
from arbiter.errors import LeagueBalanceError, SeasonTooSmall
from arbiter.formats.leagues import Level, Move, exchange_for, group_sizes, next_season
from arbiter.formats.leagues import Season as Played
from arbiter.schedules.catalogue import GROUP_SIZES
from statements import Columns, Prepared
from tournaments.leagues.words import quality_words, rules_of, short_of
from tournaments.models import (
    Division,
    Entry,
    EntryState,
    League,
    LeagueDirector,
    Season,
    SeasonState,
    Signup,
    Standing,
)
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


SEASONS = 6
"""Seasons that stand beside each other, the latest first, so that a phone shows it beside the name."""
DIVISION = "tournament__division"
ACCOUNT = ("entry__user", "entry__user__display_name", "entry__user__deleted_at")
COLUMNS = (f"{DIVISION}__season__number", f"{DIVISION}__level", f"{DIVISION}__group", "place", *ACCOUNT)


def history_of(league: League, begun: Sequence[int], most: int | None = None) -> dict[str, Any]:
    """The last seasons of these that have begun, and so many of their players with a cell for each season, None where they did not
    play: who stood highest last comes first. One statement."""
    latest = sorted(begun, reverse=True)
    shown, wanted = latest[:SEASONS], latest[: SEASONS + 1]  # one more, to tell who came up into the earliest
    rows = Standing.objects.filter(**{f"{DIVISION}__season__league": league, f"{DIVISION}__season__number__in": wanted})
    found: dict[int, dict[int, tuple[int, int, int]]] = {}
    people: dict[int, Named] = {}
    groups: dict[tuple[int, int], int] = {}
    for season, level, group, place, user, name, deleted in rows.values_list(*COLUMNS):
        people[user] = named(user, name, deleted)
        found.setdefault(user, {})[season] = level, group, place
        groups[season, level] = max(groups.get((season, level), 1), group)
    for user in [user for user, played in found.items() if not set(played) & set(shown)]:
        del found[user]
    order = sorted(found, key=lambda user: (_last(found[user]), user))
    rows_shown = [
        {"player": people[user], "cells": [_cell(season, found[user], groups) for season in shown]}
        for user in order[:most]
    ]
    return {"seasons": shown, "rows": rows_shown}


def _last(played: dict[int, tuple[int, int, int]]) -> tuple[int, int, int, int]:
    """The latest season first, then the highest level, then the place."""
    season = max(played)
    level, group, place = played[season]
    return -season, level, place, group


def _cell(
    season: int, played: dict[int, tuple[int, int, int]], groups: dict[tuple[int, int], int]
) -> dict[str, Any] | None:
    """Level, group of so many, place; `turn` is `up` or `down` where the season before was on another level."""
    if season not in played:
        return None
    level, group, place = played[season]
    turn = _turn(level, played.get(season - 1))
    of_groups = groups[season, level]
    return {"season": season, "level": level, "group": group, "of_groups": of_groups, "place": place, "turn": turn}


def _turn(level: int, before: tuple[int, int, int] | None) -> str:
    if before is None or before[0] == level:
        return ""
    return "up" if level < before[0] else "down"


def _seasons(player: int) -> QuerySet[Standing, Any]:
    league = f"{DIVISION}__season__league"
    columns = (league, f"{league}__title", *COLUMNS[:2], "place", f"{DIVISION}__season__state")
    rows = Standing.objects.filter(entry__user=player, tournament__division__isnull=False)
    return rows.order_by(f"-{DIVISION}__season__starts_at", league).values_list(*columns)


_seasons_of = Prepared(_seasons, 1)


def seasons_of(player: User) -> list[dict[str, Any]]:
    """Every season that somebody plays or has played, whatever the league, the latest first. One statement."""
    found = _seasons_of(player.pk)
    levels = {(of, number): level for of, _title, number, level, _place, _state in found}
    return [
        {
            "league": of,
            "title": title,
            "number": number,
            "level": level,
            "place": place,
            "is_over": state == SeasonState.FINISHED,
            "turn": _turn(level, (levels[of, number - 1], 0, 0) if (of, number - 1) in levels else None),
        }
        for of, title, number, level, place, state in found
    ]


_SEASON = Columns(Season, without=("moves",))
_all_seasons = Prepared(
    lambda league: Season.objects.filter(league=league).order_by("number").values_list(*_SEASON.asked), 1
)
_ACCOUNT = ("user_id", "user__display_name", "user__deleted_at")
_directors = Prepared(
    lambda league: LeagueDirector.objects.filter(league=league).order_by("pk").values_list(*_ACCOUNT), 1
)
_signups = Prepared(
    lambda season: Signup.objects.filter(season=season).order_by("at", "pk").values_list("taken_off_at", *_ACCOUNT), 1
)
PLAYERS = 20
"""Players of the history that stand on the page of the league; all of them have a page of their own."""


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """One season of a league as a ladder, the season that takes entries, all its seasons, and the history of its players."""

    shown: Season | None
    ladder: list[list[dict[str, Any]]]
    entries: dict[str, Any] | None
    seasons: list[Season]
    history: dict[str, Any]
    short: list[str]
    rules: list[str]
    directors: list[Named]

    @classmethod
    def of(cls, league: League, number: int | None, reader: User | None, now: datetime) -> "LeaguePage":
        """Six statements at most."""
        seasons = [_SEASON.take(row) for row in _all_seasons(league.pk)]
        for season in seasons:
            season.league = league
        begun = [season for season in seasons if season.state != SeasonState.OPEN]
        shown = next((season for season in begun if season.number == number), begun[-1] if begun else None)
        taking = next((season for season in seasons if season.state == SeasonState.OPEN), None)
        return cls(
            shown,
            ladder_of(shown) if shown else [],
            _open_entries(taking, reader, now) if taking and number in (None, taking.number) else None,
            begun,
            history_of(league, [season.number for season in begun], PLAYERS),
            short_of(league),
            rules_of(league),
            [named(*row) for row in _directors(league.pk)],
        )

    @property
    def is_narrow(self) -> bool:
        """Whether each level of the ladder is one group, so that something else has room beside it."""
        return bool(self.ladder) and all(len(rings) == 1 for rings in self.ladder)

    def directs(self, reader: User | None) -> bool:
        return reader is not None and any(one.pk == reader.pk for one in self.directors)


def _open_entries(season: Season, reader: User | None, now: datetime) -> dict[str, Any]:
    """The season that takes entries: who has signed up, into which groups so many would go, and how even those are.
    `was_taken_off`: the reader, by a director. `waits`: its start has come, and the season before is still played."""
    signups = _signups(season.pk)
    people = [named(*who) for taken_off_at, *who in signups if taken_off_at is None and who[-1] is None]
    reader_pk = reader.pk if reader is not None else None
    league = season.league
    try:
        sizes = group_sizes(len(people), league.group_size)
    except SeasonTooSmall:
        sizes = ()
    return {
        "season": season,
        "people": people,
        "is_in": any(one.pk == reader_pk for one in people),
        "was_taken_off": any(user == reader_pk and off is not None for off, user, *_name in signups),
        "sizes": sizes,
        "qualities": [quality_words(size, league.games, in_pairs=league.in_pairs) for size in sorted(set(sizes))],
        "missing": max(0, GROUP_SIZES[0] - len(people)),
        "waits": season.starts_at <= now,
    }
