"""A tournament of two hundred in its fourth round and a league of twenty-eight, made by the site's own services."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import engine
from accounts.models import User
from benchmarks.tournaments import drawn, tournament_of
from tournaments.leagues.services import seasons
from tournaments.leagues.services.leagues import LeagueTerms, create_league, sign_up
from tournaments.lifecycle.services import clockwork, creating, pairing, rounds, standings
from tournaments.models import League

ENTRANTS, MEMBERS, CLOSED = 200, 28, 3


@dataclass(frozen=True, slots=True)
class Club:
    """The numbers of the tournament, of its last round, and of the league."""

    tournament: int
    round: int
    league: int


def make_club(users: Sequence[User], now: datetime) -> Club:
    """Rounds that are closed have results drawn by lot; the games of the last one have begun."""
    tournament = tournament_of(users[:ENTRANTS])
    creating.start_tournament(tournament_id=tournament.pk, now=now)
    for number in range(1, CLOSED + 1):
        drawn(tournament, number)
    standings.refresh_standings(tournament_id=tournament.pk, now=now)
    pairing.pair_next(tournament_id=tournament.pk, now=now)
    last = tournament.rounds.get(number=CLOSED + 1)
    while rounds.begin_batch(round_id=last.pk, now=now):
        pass
    return Club(tournament.pk, last.number, _league(users[:MEMBERS], now).pk)


def _league(users: Sequence[User], now: datetime) -> League:
    director = users[0]
    director.is_staff = True  # who has finished no games yet may make leagues as staff
    director.save(update_fields=["is_staff"])
    begins = now + timedelta(days=3)
    terms = LeagueTerms("Neva League", engine.Options(edition=2, players=4), begins)
    league = create_league(creator=director, terms=terms, now=now)
    for user in users:
        sign_up(season_id=league.seasons.get().pk, user=user, now=now)
    seasons.sweep(begins)
    clockwork.sweep(begins)
    return league
