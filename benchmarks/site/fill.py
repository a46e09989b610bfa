"""The rows of games played by the engine, written in bulk as the services write them one by one.

`tests/infrastructure/test_benchmark.py` plays the same moves through the services and compares the rows. What was told
to people is not written: on a site that runs it is bundled and tidied away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice, pairwise
from random import Random

from django.core.management.color import no_style
from django.db import connection, transaction

import engine
from games.models import Game, LogRow, Participant, RowKind, Seat, Source, Status, Tenure
from games.models.clock import PACES
from games.play import glances
from games.play.facts import fill_facts
from games.play.outcomes import log_of, recount
from games.tables.gathering import Terms

from .played import Course, Wanted, play_all, secret_of

PACE = "2d"
BETWEEN = timedelta(minutes=5)
"""From one answer to the next."""
BATCH = 250
"""Games written at once."""
LOG_COLUMNS = ("game_id", "number", "kind", "ply", "seat", "text", "source", "at")


@dataclass(frozen=True, slots=True)
class Begun:
    """A game that lies in the database: how it went, and the users in its seats."""

    wanted: Wanted
    course: Course
    holders: tuple[int, ...]

    @property
    def number(self) -> int:
        return self.wanted.number

    @property
    def version(self) -> int:
        return len(self.course.moves)

    @property
    def asked(self) -> int:
        """The user for whom the game waits."""
        return self.holders[min(self.course.asked)]


def fill(wanted: Sequence[Wanted], people: Sequence[int], now: datetime) -> dict[str, list[Begun]]:
    """Play all these games and write their rows; `people` are the users for seats that are nobody's in particular.

    Returns the games that were wanted for something, by their pool.
    """
    pools: dict[str, list[Begun]] = {}
    played = zip(wanted, play_all(wanted), strict=True)
    while some := list(islice(played, BATCH)):
        begun = [Begun(one, course, seated(one, course, people)) for one, course in some]
        write(begun, now)
        for game in begun:
            if game.wanted.pool:
                pools.setdefault(game.wanted.pool, []).append(game)
    analyze()
    glances.fill_glances()
    fill_facts()
    recount()
    return pools


def analyze() -> None:
    """Let the database count its new rows now: until then it plans as for empty tables, and reads all tenures for each game."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def seated(wanted: Wanted, course: Course, people: Sequence[int]) -> tuple[int, ...]:
    """Who sits where: anybody, but in one seat that is asked the user for whom the game waits."""
    holders = Random(wanted.number).sample(people, wanted.options.players)
    if wanted.waits_for is not None:
        holders[min(course.asked)] = wanted.waits_for
    return tuple(holders)


@transaction.atomic
def write(begun: Sequence[Begun], now: datetime) -> None:
    """The rows of these games, in the order of the locks."""
    games = [_game(one, now) for one in begun]
    Game.objects.bulk_create(games)
    with connection.cursor() as cursor:  # games came with their numbers; the next one made on the site needs its own
        for statement in connection.ops.sequence_reset_sql(no_style(), [Game]):
            cursor.execute(statement)
    pairs = list(zip(games, begun, strict=True))
    Participant.objects.bulk_create(row for game, one in pairs for row in _participants(game, one))
    seats = Seat.objects.bulk_create([row for game, one in pairs for row in _seats(game, one)])
    holders = [(user, game.started_at) for game, one in pairs for user in one.holders]
    Tenure.objects.bulk_create(
        Tenure(seat=seat, user_id=user, since=since) for seat, (user, since) in zip(seats, holders, strict=True)
    )
    _copy(LOG_COLUMNS, (row for game, one in pairs for row in _log(game, one)))


def _game(one: Begun, now: datetime) -> Game:
    version, course, chance = one.version, one.course, Random(one.number)
    hours = 24 * 365 if course.result else 24
    last = now - timedelta(minutes=chance.randrange(5, hours * 60))
    began = last - version * BETWEEN
    terms = Terms(f"Game {one.number}", one.wanted.options, PACES[PACE][0])
    game = Game(pk=one.number, host_id=_joined(one)[0], created_at=began - timedelta(minutes=1), **terms.columns)
    game.secret = secret_of(one.number)
    game.commitment = engine.commitment(game.secret)
    game.rules_version = engine.RULES_VERSION
    game.started_at, game.version, game.ply = began, version, version
    game.status, game.result = Status.RUNNING, course.result
    if course.result:
        game.status, game.finished_at = Status.FINISHED, last
    return game


def _joined(one: Begun) -> list[int]:
    """The users in the order in which they sat down at the table; the seats are drawn from the secret."""
    order = engine.seating(engine.seed_for(secret_of(one.number), str(one.number)), len(one.holders))
    joined = dict(zip(order, one.holders, strict=True))
    return [joined[place] for place in range(len(joined))]


def _participants(game: Game, one: Begun) -> Iterator[Participant]:
    for user in _joined(one):
        yield Participant(game=game, user_id=user, joined_at=game.created_at, over_at=game.finished_at)


def _seats(game: Game, one: Begun) -> Iterator[Seat]:
    movers = [seat for seat, _text in one.course.moves]
    met, turns = Counter(movers), Counter(seat for before, seat in pairwise([None, *movers]) if seat != before)
    for index in range(len(one.holders)):
        seat = Seat(game=game, index=index, remaining=game.clock.at_start(), deadlines_met=met[index])
        seat.answers, seat.answer_logs = turns[index], turns[index] * log_of(BETWEEN)
        if (number := one.course.asked.get(index)) is not None:
            seat.waiting, seat.asked_number = True, number
            seat.running_since = _at(game, number)
            seat.due_at = game.clock.due_at(seat.remaining, seat.running_since)
        yield seat


def _log(game: Game, one: Begun) -> Iterator[tuple[object, ...]]:
    """Rows of the log by `LOG_COLUMNS`: there are a million and more of them, too many to make objects of."""
    for number, (seat, text) in enumerate(one.course.moves, start=1):
        yield game.pk, number, RowKind.MOVE.value, number, seat, text, Source.PAGE.value, _at(game, number)


def _copy(columns: Sequence[str], rows: Iterable[tuple[object, ...]]) -> None:
    """Write rows of the log in the quickest way that the database has."""
    table = connection.ops.quote_name(LogRow._meta.db_table)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({', '.join(columns)}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            values = ", ".join(["%s"] * len(columns))
            insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})"
            cursor.executemany(insert, ((*row[:-1], connection.ops.adapt_datetimefield_value(row[-1])) for row in rows))


def _at(game: Game, number: int) -> datetime:
    """When the row of this number was written."""
    assert game.started_at is not None
    return game.started_at + number * BETWEEN
