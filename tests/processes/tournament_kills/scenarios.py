"""Moments in which a sweep has much to do. Each fills an empty site and says when the sweep comes, or what happens one after
the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

from accounts.models import User
from arbiter.progression.plan import Plan, Swiss
from arbiter.results import Closing, Unfinished
from games.models import Status
from games.play.services.adjudication import stop_game
from tests.tournaments.lifecycle.club import DAY, NOON, made, options, people, started
from tournaments.leagues.services import seasons
from tournaments.leagues.services.entering import sign_up
from tournaments.leagues.services.leagues import LeagueTerms, create_league
from tournaments.lifecycle.errors import WrongState
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.acts import by_hand
from tournaments.lifecycle.services.entering import enter
from tournaments.models import League, Season, Table, Tournament

Steps = tuple[Callable[[], None], ...]
"""What happens one after the other, each again and again until it changes nothing any more."""


def sweep(now: datetime) -> None:
    """As the worker does (`tournaments.tasks`)."""
    clockwork.sweep(now)
    seasons.sweep(now)


def starting() -> datetime:
    """A tournament's entries close and it starts by itself: numbers, pairing, three tables in two batches."""
    users = people(12)
    tournament = made(users[0], Plan(stages=(Swiss(2),)), starts_at=NOON + DAY, closes_at=NOON + DAY)
    for user in users:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    return NOON + DAY


def next_round() -> datetime:
    """All games of a duplicate round are over: results, the deal's release, standings, the next pairing and its games."""
    users = people(12)
    tournament = started(users[0], users, Plan(stages=(Swiss(2),), is_duplicate=True))
    _stop(tournament)
    return NOON + DAY


def deadline() -> datetime:
    """The time of the last round is over: games are stopped, who is late forfeits, and the tournament is over."""
    users = people(8)
    plan = Plan(stages=(Swiss(1),), closing=Closing(Unfinished.FORFEIT))
    return started(users[0], users, plan).rounds.get().deadline_at


def cup() -> datetime:
    """An open cup starts because it is full, and opens the next one for who is passed over."""
    users = people(5)
    User.objects.update(active_on=NOON.date())
    User.objects.filter(pk=users[1].pk).update(active_on=(NOON - 9 * DAY).date())
    tournament = made(users[0], Plan(stages=(Swiss(1),)), most_entrants=4, starts_when_full=True)
    for user in users:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    return NOON


def season() -> datetime:
    """A league's first season starts with two levels, its tournaments and their games."""
    neva, users = _league()
    first = neva.seasons.get()
    for user in users:
        sign_up(season_id=first.pk, user=user, now=NOON)
    return first.starts_at


def promotion() -> datetime:
    """The next season starts while the results of the one before are still to be taken in."""
    now = season()
    for _ in range(2):
        sweep(now)
    first = Season.objects.get()
    half = first.starts_at + first.league.season_time / 2
    sweep(half)
    second = Season.objects.get(number=2)
    for user in User.objects.order_by("pk"):
        sign_up(season_id=second.pk, user=user, now=half)
    for division in first.divisions.all():
        _stop(division.tournament)
    return second.starts_at


def held() -> Steps:
    """A round is over and the next one is held: it is paired for its directors alone, and begins by itself when its time comes."""
    lasts = timedelta(hours=2)
    _held(lasts)
    return partial(sweep, NOON + DAY), partial(sweep, NOON + DAY + lasts)


def released() -> Steps:
    """The same, and a director lets it begin before its time, in a batch that a sweep goes on with; he clicks until it begins."""
    tournament, director = _held(timedelta(days=3))
    return partial(sweep, NOON + DAY), partial(_let_begin, tournament.pk, director.pk, NOON + DAY + timedelta(hours=5))


def _held(lasts: timedelta) -> tuple[Tournament, User]:
    users = people(12)
    tournament = started(users[0], users, Plan(stages=(Swiss(2),)))
    by_hand.hold(tournament_id=tournament.pk, director=users[0], lasts=lasts, reason="to look at it", now=NOON)
    _stop(tournament)
    return tournament, users[0]


def _let_begin(tournament: int, director: int, now: datetime) -> None:
    with suppress(WrongState):  # it has begun
        by_hand.let_begin(
            tournament_id=tournament, director=User.objects.get(pk=director), reason="it is fine", now=now
        )
    sweep(now)


def _league() -> tuple[League, list[User]]:
    users = people(10)
    users[0].is_staff = True
    terms = LeagueTerms("Neva League", options(4), NOON + DAY, group_size=5, season_time=timedelta(days=60))
    return create_league(creator=users[0], terms=terms, now=NOON), users


def _stop(tournament: Tournament) -> None:
    for table in Table.objects.filter(round__tournament=tournament, game__status=Status.RUNNING):
        if table.game_id is not None:
            stop_game(game_id=table.game_id, now=NOON)


SCENARIOS: Mapping[str, Callable[[], datetime | Steps]] = {
    scene.__name__: scene for scene in (starting, next_round, deadline, cup, season, promotion, held, released)
}
