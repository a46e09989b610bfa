"""Seasons open, start and end by their calendar; what is due may be done twice and late."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

import engine
from accounts import separation as accounts_apart
from arbiter.errors import SeasonTooSmall
from arbiter.formats.groups import kept_apart, together
from arbiter.formats.leagues import Move, NextSeason, Shape, group_sizes, next_season, part, reshaped
from tournaments.leagues import notifications
from tournaments.leagues.ladder import stand_of
from tournaments.leagues.services.leagues import locked, plan_of
from tournaments.lifecycle.services import clockwork, log
from tournaments.lifecycle.services.creating import TournamentTerms, ratings_of, save_new, start_tournament
from tournaments.models import (
    Division,
    Entry,
    Halt,
    League,
    Season,
    SeasonState,
    SweepStep,
    Tournament,
    TournamentState,
)

PUT_OFF = timedelta(days=7)
"""By how much the start of a season moves for which too few have signed up."""
REMINDED = timedelta(days=3)
"""So long before its start those who played last are reminded of a season."""
DAY = timedelta(days=1)
Pair = tuple[int, int]
ENDED = (TournamentState.FINISHED, TournamentState.ABANDONED)


def waiting(now: datetime, most: int, without: Collection[int] = ()) -> list[int]:
    """Seasons for which something is to be done: they start, their start comes near, half of them is over, or all their
    groups have finished; but for some. One statement for those that are open and one for those that are played."""
    found = [*_starting(now, most, without), *_going_on(now)]
    return [season for season in found if season not in without][:most]


def _starting(now: datetime, most: int, without: Collection[int]) -> list[int]:
    still_played = Season.objects.filter(
        league=OuterRef("league"), number=OuterRef("number") - 1, state=SeasonState.RUNNING
    )
    found = Season.objects.filter(state=SeasonState.OPEN, league__closed_at=None).exclude(pk__in=without)
    found = found.filter(
        Q(starts_at__lte=now) & ~Exists(still_played)
        | Q(starts_at__lte=now + REMINDED, number__gt=1, was_reminded=False, takes_entries=True)
    )
    return list(found.order_by("starts_at", "pk").values_list("pk", flat=True)[:most])


def _going_on(now: datetime) -> list[int]:
    playing = Division.objects.filter(season=OuterRef("pk")).exclude(tournament__state__in=ENDED)
    following = Season.objects.filter(league=OuterRef("league"), number=OuterRef("number") + 1)
    rows = Season.objects.filter(state=SeasonState.RUNNING).annotate(
        is_played=Exists(playing), has_next=Exists(following), time=F("league__season_time")
    )
    return [
        season.pk
        for season in rows.filter(Q(is_played=False) | Q(has_next=False, league__closed_at=None)).order_by("pk")
        if not season.is_played or now >= season.starts_at + season.time / 2
    ]


@transaction.atomic
def go_on(*, season_id: int, now: datetime) -> None:
    league = locked(Season.objects.values_list("league", flat=True).get(pk=season_id))
    season = Season.objects.filter(pk=season_id).first()
    if season is None:
        return
    season.league = league
    if season.state == SeasonState.OPEN and league.closed_at is None:
        if season.starts_at <= now:
            _start(league, season, now)
        elif season.starts_at <= now + REMINDED:
            _remind(season, now)
    elif season.state == SeasonState.RUNNING:
        is_over = not season.divisions.exclude(tournament__state__in=ENDED).exists()
        if is_over or now >= season.starts_at + league.season_time / 2:
            open_next(league, season, now)
        if is_over:
            season.state, season.finished_at = SeasonState.FINISHED, now
            season.save(update_fields=["state", "finished_at"])
            log.write(league, "season over", now=now, season=season.number)
            notifications.over(season, now=now)


def open_next(league: League, season: Season, now: datetime, *, begins: datetime | None = None) -> None:
    """The season after this one takes entries, if the league goes on; it starts after the pause unless said otherwise."""
    if league.closed_at is not None or league.seasons.filter(number=season.number + 1).exists():
        return
    begins = begins or max(season.ends_at + league.pause, now + max(league.pause, REMINDED))
    following = Season.objects.create(
        league=league, number=season.number + 1, starts_at=begins, ends_at=begins + league.season_time
    )
    log.write(league, "season opened", now=now, season=following.number, starts=begins.isoformat())
    notifications.opens(following, season, now=now)


def _remind(season: Season, now: datetime) -> None:
    """Once a season, however often its start moves."""
    before = _before(season)
    if before is None or season.was_reminded or not season.takes_entries:
        return
    season.was_reminded = True
    season.save(update_fields=["was_reminded"])
    notifications.closes(season, before, now=now)


def _before(season: Season) -> Season | None:
    return Season.objects.filter(league=season.league_id, number=season.number - 1).first()


def _start(league: League, season: Season, now: datetime) -> None:
    """Deal everybody who signed up to groups and start their tournaments; put the season off where they are too few, or while
    the one before is still played."""
    before = _before(season)
    if before is not None and before.state != SeasonState.FINISHED:
        return
    players = list(season.players.values_list("user_id", flat=True))
    try:
        following = seated(league, before, players)
    except SeasonTooSmall:
        weeks = (now - season.starts_at) // PUT_OFF + 1
        season.starts_at, season.ends_at = season.starts_at + weeks * PUT_OFF, season.ends_at + weeks * PUT_OFF
        season.put_off += 1
        season.save(update_fields=["starts_at", "ends_at", "put_off"])
        until = season.starts_at.isoformat()
        act = log.write(league, "too few", now=now, season=season.number, players=len(players), until=until)
        notifications.put_off(season, now=now, act=act.number)
        return
    if now - season.starts_at > DAY:  # the season before lasted longer, or nobody worked
        season.starts_at, season.ends_at = now, now + league.season_time
    levels = _dealt(league, following, accounts_apart.separated_pairs(players, at=now))
    for level, parted in enumerate(levels, start=1):
        for group, members in enumerate(parted, start=1):
            tournament = _tournament(league, season, level, group if len(parted) > 1 else 0, members, now)
            Division.objects.create(season=season, level=level, group=group, tournament=tournament)
    season.state = SeasonState.RUNNING
    season.moves = {str(player): move.name for player, move in following.moves.items()}
    season.save(update_fields=["state", "moves", "starts_at", "ends_at"])
    groups = [[len(members) for members in parted] for parted in levels]
    log.write(league, "season started", now=now, season=season.number, players=len(players), groups=groups)
    notifications.starts(season, now=now)


def seated(league: League, before: Season | None, players: Sequence[int]) -> NextSeason:
    """The levels of a season by accounts, and the reason for each player's place. Raises SeasonTooSmall."""
    group_sizes(len(players), league.group_size)
    ratings = ratings_of(players)
    newcomers = sorted(players, key=lambda user: (-ratings.get(user, 0), players.index(user)))
    shape = Shape(group=league.group_size)
    if before is None:
        return reshaped(NextSeason((tuple(newcomers),), dict.fromkeys(newcomers, Move.NEW)), shape)
    stand = stand_of(before)
    known = {user for level in stand.levels for group in level for user in group}
    played = stand.played(
        league,
        leaving=known - set(players),
        entrants=tuple(user for user in newcomers if user not in known),
        idle=stand.idle & set(players),
    )
    return reshaped(next_season(played), shape, played.levels)


def _dealt(league: League, following: NextSeason, apart: Collection[Pair]) -> list[Sequence[Sequence[int]]]:
    """The groups of each level, people who are kept apart in different ones where it has several."""
    sizes = (group_sizes(len(level), league.group_size) for level in following.levels)
    return [kept_apart(part(level, of_level), apart) for level, of_level in zip(following.levels, sizes, strict=True)]


def not_apart(season: Season, players: Sequence[int], now: datetime) -> list[Pair]:
    """Pairs of these accounts who are kept apart but would share a group if the season started now; none while too
    few have registered. Five statements, two where nobody is kept apart."""
    apart = accounts_apart.separated_pairs(players, at=now)
    if not apart:
        return []
    try:
        following = seated(season.league, _before(season), players)
    except SeasonTooSmall:
        return []
    groups = [group for parted in _dealt(season.league, following, apart) for group in parted]
    return sorted(together(groups, apart))


def _tournament(
    league: League, season: Season, level: int, group: int, players: Sequence[int], now: datetime
) -> Tournament:
    tail = f"{season.number}.{level}" + (f".{group}" if group else "")
    terms = TournamentTerms(
        title=f"{league.title} {tail}",
        options=engine.Options.from_dict(league.options),
        plan=plan_of(league.in_pairs, league.games, max(season.ends_at - now, timedelta(days=1)), len(players)),
        about=league.about,
        clock=league.clock,
        is_rated=league.is_rated,
    )
    tournament = Tournament(created_by=league.created_by, created_at=now, state=TournamentState.OPEN)
    save_new(tournament, terms, league.directors.values_list("user", flat=True))
    log.write(tournament, "created", now=now, league=league.pk, season=season.number, level=level, group=group)
    Entry.objects.bulk_create(Entry(tournament=tournament, user_id=user, entered_at=now) for user in players)
    start_tournament(tournament_id=tournament.pk, now=now)
    return tournament


BATCH = 100


def sweep(now: datetime) -> None:
    """Let every season go on as far as it is due. One that cannot is held (`halting`) and does not keep the others waiting."""
    holds = clockwork.holds_of_seasons()
    for season_id in waiting(now, BATCH, holds.still):
        clockwork.attempt(SweepStep.PROMOTES, OfSeason(season_id), go_on, season_id=season_id, now=now)
    holds.settle()


@dataclass(frozen=True, slots=True)
class OfSeason:
    """The season of this number; whatever is done to its league is a reason to try again."""

    season_id: int

    def mark(self) -> int | None:
        return Season.objects.filter(pk=self.season_id).values_list("league__last_act", flat=True).first()

    @transaction.atomic
    def hold(self, failure: clockwork.Failure, before: int | None, now: datetime) -> None:
        league = locked(Season.objects.values_list("league", flat=True).get(pk=self.season_id))
        season = Season.objects.get(pk=self.season_id)
        season.league = league
        if league.last_act != before:
            return
        halt = Halt.objects.filter(season=season).first() or Halt(season=season)
        if clockwork.is_news(halt, failure, now):
            log.write(league, "on hold", now=now, season=season.number, code=failure.code)
            notifications.on_hold(season, now=now)
        halt.mark = league.last_act
        halt.save()
