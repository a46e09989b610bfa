"""Seasons open, start and end by their calendar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction

import engine
from accounts.models import User
from tournaments.errors import SeasonTooSmall
from tournaments.events.ratings import ratings_of
from tournaments.events.services import log
from tournaments.events.services.creating import EventTerms
from tournaments.events.services.starting import start
from tournaments.formats.leagues import Move, NextSeason, next_season
from tournaments.formats.leagues import Season as Played
from tournaments.formats.pyramids import Shape, exchange_for, reshaped
from tournaments.formats.seasons import group_sizes, part
from tournaments.leagues.ladder import groups_of
from tournaments.leagues.plans import plan_of
from tournaments.models import (
    Director,
    Division,
    Entry,
    Event,
    EventState,
    League,
    Season,
    SeasonState,
)

from .leagues import locked

PUT_OFF = timedelta(days=7)
"""By how much the start of a season moves for which too few have signed up."""


def waiting(now: datetime, most: int) -> list[int]:
    """Seasons for which something is to be done: half of it is over, it starts, its groups have finished."""
    starting = Season.objects.filter(state=SeasonState.OPEN, starts_at__lte=now, league__closed_at=None)
    running = Season.objects.filter(state=SeasonState.RUNNING)
    found = [
        *starting.order_by("pk").values_list("pk", flat=True),
        *running.order_by("pk").values_list("pk", flat=True),
    ]
    return found[:most]


@transaction.atomic
def go_on(*, season_id: int, now: datetime) -> None:
    """Do what is due in a season. May run twice and late."""
    season = Season.objects.get(pk=season_id)
    league = locked(season.league_id)
    season = Season.objects.get(pk=season_id)
    if season.state == SeasonState.OPEN and season.starts_at <= now:
        _start(league, season, now)
    elif season.state == SeasonState.RUNNING:
        playing = season.divisions.exclude(event__state__in=[EventState.FINISHED, EventState.ABANDONED])
        is_over = not playing.exists()
        if is_over or now >= season.starts_at + league.season_time / 2:
            _open_next(league, season)
        if is_over:
            season.state, season.finished_at = SeasonState.FINISHED, now
            season.save(update_fields=["state", "finished_at"])


def _open_next(league: League, season: Season) -> None:
    """The season after this one takes entries, if the league goes on."""
    if league.closed_at is None:
        begins = season.ends_at + league.pause
        Season.objects.get_or_create(
            league=league,
            number=season.number + 1,
            defaults={"starts_at": begins, "ends_at": begins + league.season_time},
        )


def _start(league: League, season: Season, now: datetime) -> None:
    """Deal everybody who signed up to groups and start their events; put the season off where they are too few, or while
    the one before is still played."""
    before = Season.objects.filter(league=league, number=season.number - 1).first()
    if before is not None and before.state != SeasonState.FINISHED:
        return
    players = list(season.signups.order_by("at", "pk").values_list("user_id", flat=True))
    try:
        following = seated(league, before, players)
        sizes = [group_sizes(len(level), league.group_size) for level in following.levels]
    except SeasonTooSmall:
        season.starts_at, season.ends_at = season.starts_at + PUT_OFF, season.ends_at + PUT_OFF
        season.put_off += 1
        season.save(update_fields=["starts_at", "ends_at", "put_off"])
        return
    for level, (members, of_level) in enumerate(zip(following.levels, sizes, strict=True), start=1):
        for group, dealt in enumerate(part(members, of_level), start=1):
            event = _event(league, season, level, group if len(of_level) > 1 else 0, dealt, now)
            Division.objects.create(season=season, level=level, group=group, event=event)
    season.state = SeasonState.RUNNING
    season.moves = {str(player): move.name for player, move in following.moves.items()}
    season.save(update_fields=["state", "moves"])


def seated(league: League, before: Season | None, players: Sequence[int]) -> NextSeason:
    """The levels of a season by accounts, and why everybody is where he is. Raises SeasonTooSmall."""
    group_sizes(len(players), league.group_size)
    ratings = ratings_of(players)
    newcomers = sorted(players, key=lambda user: (-ratings.get(user, 0), players.index(user)))
    shape = Shape(group=league.group_size)
    if before is None:
        return reshaped(NextSeason((tuple(newcomers),), dict.fromkeys(newcomers, Move.NEW)), shape)
    levels = groups_of(before)
    known = {user for level in levels for group in level for user in group}
    idle = Entry.objects.filter(event__division__season=before, is_idle=True).values_list("user", flat=True)
    found = next_season(
        Played(
            levels,
            exchange_for(levels, up=league.up, down=league.down),
            leaving=frozenset(known - set(players)),
            inactive=frozenset(set(idle) & set(players)),
            entrants=tuple(user for user in newcomers if user not in known),
        )
    )
    return reshaped(found, shape)


def _event(league: League, season: Season, level: int, group: int, players: Sequence[int], now: datetime) -> Event:
    """The event of one group, started at once with these players."""
    tail = f"{season.number}.{level}" + (f".{group}" if group else "")
    terms = EventTerms(
        title=f"{league.title} {tail}",
        options=engine.Options.from_dict(league.options),
        plan=plan_of(league.in_pairs, league.games, max(season.ends_at - now, timedelta(days=1)), len(players)),
        about=league.about,
        clock=league.clock,
        is_rated=league.is_rated,
    )
    event = Event(created_by=league.created_by, created_at=now, state=EventState.OPEN)
    terms.write_to(event)
    event.save()
    Director.objects.bulk_create(
        Director(event=event, user_id=user, since=now) for user in league.directors.values_list("user", flat=True)
    )
    log.write(event, "created", now=now, league=league.pk, season=season.number, level=level, group=group)
    Entry.objects.bulk_create(Entry(event=event, user_id=user, entered_at=now) for user in players)
    start(event_id=event.pk, now=now)
    return event


def told(moves: Mapping[str, str], user: User) -> Move | None:
    """Why somebody is where he is."""
    name = moves.get(str(user.pk))
    return Move[name] if name else None
