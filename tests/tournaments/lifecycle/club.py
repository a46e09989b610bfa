"""Tournaments for tests, through the services as the site calls them, and people who buy what they can pay."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from django.db import transaction

import engine
from accounts.models import User
from arbiter.progression.plan import Plan
from games.models import Game, Source, Status
from games.play.advance import Advance
from games.play.positions import load
from tests.people import person
from tournaments.lifecycle.services import clockwork
from tournaments.lifecycle.services.creating import (
    TournamentTerms,
    create_tournament,
    open_tournament,
    start_tournament,
)
from tournaments.lifecycle.services.entering import enter
from tournaments.models import Table, TableState, Tournament

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SEED = "5eed" * 8
"""Lots and pairings are the same in every run."""


def people(count: int) -> list[User]:
    """So many players with verified addresses."""
    return [person(f"Player{number}") for number in range(1, count + 1)]


def options(players: int = 4, **chosen: object) -> engine.Options:
    return engine.Options.from_dict({"edition": 2, "players": players, **chosen})


def made(director: User, plan: Plan | None = None, **terms: object) -> Tournament:
    """A tournament that gathers entrants."""
    chosen = plan or Plan()
    players = 2 if chosen.sizes is None else chosen.sizes.preferred
    director.is_staff = True  # who has finished no games yet may make tournaments as staff
    tournament = create_tournament(
        creator=director,
        terms=TournamentTerms("Winter on the Neva", options(players), chosen, **terms),  # type: ignore[arg-type]
        now=NOON,
    )
    Tournament.objects.filter(pk=tournament.pk).update(seed=SEED)
    open_tournament(tournament_id=tournament.pk, director=director, now=NOON)
    return again(tournament)


def started(director: User, entrants: Sequence[User], plan: Plan | None = None, **terms: object) -> Tournament:
    """A tournament that runs, with the games of its first round begun."""
    tournament = made(director, plan, **terms)
    for user in entrants:
        enter(tournament_id=tournament.pk, user=user, now=NOON)
    start_tournament(tournament_id=tournament.pk, director=director, now=NOON)
    clockwork.sweep(NOON)
    return again(tournament)


def again(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def is_late(state: engine.State) -> bool:
    """The exchange of the last round has begun: a few moves are left for the strongest bot, which thinks about each."""
    return state.ending and state.phase == "exchange"


def buys(state: engine.State, seat: int, chance: Random) -> engine.Move:
    """Some card that can be paid, else any answer: as many different games as bots play, and none of their thinking."""
    moves = engine.legal_moves(state, seat)
    return chance.choice([move for move in moves if move.kind in ("buy", "play")] or moves)


def play_out(game: Game, now: datetime = NOON) -> None:
    """Everybody buys until the game is over, in one transaction."""
    with transaction.atomic():
        play = load(game.pk, lock=True)
        advance, chance = Advance(play, now), Random(game.pk)
        while not advance.state.is_over:
            index = engine.waiting_for(advance.state)[0]
            advance.move(index, buys(advance.state, index, chance), Source.PAGE)
        advance.commit()


def play_round(tournament: Tournament, now: datetime = NOON) -> None:
    """All running games of a tournament to their end, and the sweep after them."""
    for table in Table.objects.filter(round__tournament=tournament, state=TableState.RUNNING).select_related("game"):
        if table.game is not None and table.game.status == Status.RUNNING:
            play_out(table.game, now)
    clockwork.sweep(now)
