"""Where everybody stood in each season of a league, and one player in all leagues."""

from collections.abc import Sequence
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


def history_of(league: League, begun: Sequence[int], lines: slice) -> dict[str, Any]:
    """The last seasons of these that have begun, and of their players those lines with a cell for each season, None where they did
    not play: who stood highest last comes first. `total` counts all players. One statement."""
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
        for user in order[lines]
    ]
    return {"seasons": shown, "rows": rows_shown, "total": len(order)}


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
