"""Where everybody stood in each season of a league, and one player in all leagues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from statements import Prepared
from tournaments.models import League, SeasonState, Standing
from tournaments.pages.people import Named, named

SEASONS = 6
"""Seasons that stand beside each other, the latest first, so that a phone shows it beside the name."""
DIVISION = "tournament__division"
ACCOUNT = ("entry__user", "entry__user__display_name", "entry__user__deleted_at")
COLUMNS = (f"{DIVISION}__season__number", f"{DIVISION}__level", f"{DIVISION}__group", "place", *ACCOUNT)


@dataclass(frozen=True, slots=True)
class HistoryCell:
    """One season of somebody: level, group of so many, place; `turn` is `up` or `down` where the season before was on
    another level."""

    season: int
    level: int
    group: int
    of_groups: int
    place: int
    turn: str


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One player with a cell for each season of the table, None where he did not play."""

    player: Named
    cells: list[HistoryCell | None]


@dataclass(frozen=True, slots=True)
class History:
    """Players and seasons; `total` counts the players of all pages."""

    seasons: list[int]
    rows: list[HistoryRow]
    total: int


def history_of(league: League, begun: Sequence[int], lines: slice) -> History:
    """The last seasons of these that have begun, and of their players those lines: who stood highest last comes first. One
    statement."""
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
    return History(
        shown,
        [HistoryRow(people[user], [_cell(season, found[user], groups) for season in shown]) for user in order[lines]],
        len(order),
    )


def _last(played: dict[int, tuple[int, int, int]]) -> tuple[int, int, int, int]:
    """The latest season first, then the highest level, then the place."""
    season = max(played)
    level, group, place = played[season]
    return -season, level, place, group


def _cell(
    season: int, played: dict[int, tuple[int, int, int]], groups: dict[tuple[int, int], int]
) -> HistoryCell | None:
    if season not in played:
        return None
    level, group, place = played[season]
    return HistoryCell(season, level, group, groups[season, level], place, _turn(level, played.get(season - 1)))


def _turn(level: int, before: tuple[int, int, int] | None) -> str:
    if before is None or before[0] == level:
        return ""
    return "up" if level < before[0] else "down"


@dataclass(frozen=True, slots=True)
class PastSeason:
    """One season of a player on his own page."""

    league: int
    title: str
    number: int
    level: int
    place: int
    is_over: bool
    turn: str


def _seasons(player: int) -> QuerySet[Standing, Any]:
    league = f"{DIVISION}__season__league"
    columns = (league, f"{league}__title", *COLUMNS[:2], "place", f"{DIVISION}__season__state")
    rows = Standing.objects.filter(entry__user=player, tournament__division__isnull=False)
    return rows.order_by(f"-{DIVISION}__season__starts_at", league).values_list(*columns)


_seasons_of = Prepared(_seasons, 1)


def seasons_of(player: User) -> list[PastSeason]:
    """Every season that somebody plays or has played, whatever the league, the latest first. One statement."""
    found = _seasons_of(player.pk)
    levels = {(of, number): level for of, _title, number, level, _place, _state in found}
    return [
        PastSeason(
            of,
            title,
            number,
            level,
            place,
            state == SeasonState.FINISHED,
            _turn(level, (levels[of, number - 1], 0, 0) if (of, number - 1) in levels else None),
        )
        for of, title, number, level, place, state in found
    ]
