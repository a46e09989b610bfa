"""Which games, tables and tournaments lie in the database, and what each is for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

import engine
from accounts.models import User
from games.models.clock import PACES
from games.tables import sitting, tables
from games.tables.gathering import Terms

from .club import Club, make_club
from .fill import PACE, Begun, fill
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
PEOPLE = 400
OPEN_TABLES = 120
MINE = (1, 10, 50)
"""How many games wait for the people whose "My games" is measured."""


@dataclass(frozen=True, slots=True)
class Stock:
    """What lies in a database: games by what they are for, who has how many games, everybody else, and tournaments."""

    pools: dict[str, list[Begun]]
    owners: dict[int, int]
    people: Sequence[int]
    club: Club


def lay_in(games: int, finished: int, now: datetime, *, rounds: int) -> Stock:
    """Fill an empty database with so many games of each kind that are asked for in turn, so many finished ones, open tables,
    people, a tournament and a league, for so many rounds of measuring."""
    users = make_people(PEOPLE + len(MINE))
    everybody = [user.pk for user in users]
    owners, people = dict(zip(MINE, everybody, strict=False)), everybody[len(MINE) :]
    pools = fill([*_wanted(owners, games, finished, rounds)], people, now)
    _gather(people, now)
    return Stock(pools, owners, people, make_club(users[len(MINE) :], now))


def _wanted(owners: dict[int, int], games: int, finished: int, rounds: int) -> Iterator[Wanted]:
    """The running games that requests are about, with the moves that are made in them, and the finished ones."""
    kinds = [
        *(Wanted(0, BASE, 110, beyond=2 * rounds + 1, pool="base") for _ in range(games)),
        *(Wanted(0, EVERYTHING, 150, beyond=rounds + 1, pool="everything") for _ in range(games)),
        *(Wanted(0, BASE, 80, pool="mine", waits_for=owners[many]) for many in MINE for _ in range(many)),
        *(Wanted(0, MIXTURE[place % len(MIXTURE)], Random(place).randrange(100)) for place in range(games)),
        *(Wanted(0, BASE, pool="replay") for _ in range(games)),
        *(Wanted(0, MIXTURE[place % len(MIXTURE)]) for place in range(finished - games)),
    ]
    for number, one in enumerate(kinds, start=1):
        yield Wanted(number, one.options, one.stop, one.beyond, one.pause, one.pool, one.waits_for)


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
