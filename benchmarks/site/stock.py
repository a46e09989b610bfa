"""Which games and tables lie in the database, and what each is for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

import engine
from accounts.models import User
from games.models.clock import PACES
from games.tables.services import sitting, tables
from games.tables.services.gathering import Terms

from .fill import PACE, Begun, fill
from .kinds import OF_EACH
from .people import make_people
from .played import EVERY_SET, Wanted

BASE = engine.Options(edition=2, players=4)
EVERYTHING = engine.Options(edition=2, players=5, sets=EVERY_SET)
MIXTURE = (
    engine.Options(edition=2, players=2),
    engine.Options(edition=1, players=3),
    engine.Options(edition=2, players=2, sets=("market",)),
    engine.Options(edition=1, players=2),
    BASE,
    engine.Options(edition=2, players=2),
    engine.Options(edition=1, players=2),
    EVERYTHING,
)
"""What people play, in turn."""
MOVES = 12
"""Moves that may be made in each game of those in which moves are made, new ones in each round."""
SLOW = 0.75
"""How often people pass in games that are to last for 345 moves."""
PEOPLE = 400
OPEN_TABLES = 120
MINE = (1, 10, 50)
"""How many games wait for the people whose "My games" is measured."""


@dataclass(frozen=True, slots=True)
class Stock:
    """What lies in a database: games by what they are for, and who has how many games."""

    pools: dict[str, list[Begun]]
    owners: dict[int, int]
    finished: int


def lay_in(running: int, finished: int, now: datetime, *, rounds: int) -> Stock:
    """Fill an empty database with so many games, open tables and people, for so many rounds of measuring."""
    people = [user.pk for user in make_people(PEOPLE + len(MINE))]
    owners = dict(zip(MINE, people, strict=False))
    wanted = list(_measured(owners, moved_in=OF_EACH * (rounds + 1)))
    wanted += _others(len(wanted) + 1, max(running - len(wanted), 0), finished)
    pools = fill(wanted, people[len(MINE) :], now)
    _gather(people[len(MINE) :], now)
    return Stock(pools, owners, sum(one.stop is None for one in wanted))


def _measured(owners: dict[int, int], *, moved_in: int) -> Iterator[Wanted]:
    """The running games that requests are about."""
    kinds = [
        *(Wanted(0, BASE, 120, pool="base-120") for _ in range(OF_EACH)),
        *(Wanted(0, EVERYTHING, 200, pool="everything") for _ in range(OF_EACH)),
        *(Wanted(0, BASE, 20, pause=SLOW, pool="base-20") for _ in range(OF_EACH)),
        *(Wanted(0, BASE, 345, pause=SLOW, pool="base-345") for _ in range(OF_EACH)),
        *(Wanted(0, BASE, 110, beyond=MOVES, pool="moves") for _ in range(moved_in)),
        *(Wanted(0, BASE, 80, pool="mine", waits_for=owners[many]) for many in MINE for _ in range(many)),
    ]
    for number, one in enumerate(kinds, start=1):
        yield Wanted(number, one.options, one.stop, one.beyond, one.pause, one.pool, one.waits_for)


def _others(first: int, running: int, finished: int) -> Iterator[Wanted]:
    """The games that are only there, running ones and finished ones, in all stages."""
    for number in range(first, first + running):
        options = MIXTURE[number % len(MIXTURE)]
        yield Wanted(number, options, Random(number).randrange(100))
    after = first + running
    for number in range(after, after + OF_EACH):
        yield Wanted(number, BASE, pool="replay")
    for number in range(after + OF_EACH, after + finished):
        yield Wanted(number, MIXTURE[number % len(MIXTURE)])


def _gather(people: Sequence[int], now: datetime) -> None:
    """Open tables of the lobby, made by the site's own services, some with a second player."""
    users = User.objects.in_bulk(people[: OPEN_TABLES + 1])
    hosts = [users[pk] for pk in people[: OPEN_TABLES + 1]]
    for place in range(OPEN_TABLES):
        at = now - timedelta(minutes=place)
        terms = Terms(f"Table {place + 1}", MIXTURE[place % len(MIXTURE)], PACES[PACE][0])
        game = tables.create_table(host=hosts[place], terms=terms, now=at)
        if place % 2 and terms.options.players > 2:
            sitting.join_table(game_id=game.pk, user=hosts[place + 1], now=at)
