"""The rows of a site that has grown: a few games of each sort, played by the engine, and copies of them made by SQL.

A copy has its own number, people and times and is otherwise as its model: so a new column needs no line here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path

from django.db import connection, models, transaction
from django.utils.timezone import now

import engine
from accounts.models import User
from arbiter.kept import to_json
from arbiter.ratings.games import OVERALL
from arbiter.ratings.games import RatedGame as Judged
from benchmarks.site.fill import fill as write_games
from benchmarks.site.people import make_people
from benchmarks.site.played import Wanted
from games.models import FinishedSet, Game, GameFact, LogRow, Participant, Seat, SeatFact, Seen, Status, Tenure
from games.models.clock import PACES
from games.play.outcomes import recount
from games.tables import tables
from games.tables.gathering import Terms
from notifications.models import Delivery, Notification
from tournaments.models import RatedGame, Rating, RatingChange
from tournaments.rated.services import recount_places

FIRST_PEOPLE = 210
"""Made one by one; the others are copies."""
BUSY_GAMES = 5_000
"""Finished games of the one member who has played most."""
OPTIONS = (
    engine.Options(edition=2, players=4),
    engine.Options(edition=1, players=4),
    engine.Options(edition=2, players=4, sets=("market",)),
    engine.Options(edition=2, players=1),
)
"""Finished games are copies of these in turn; of ten, three each of the first three, and one is played alone."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much there is."""

    games: int
    finished: int
    people: int

    @classmethod
    def of(cls, games: int) -> Size:
        """In the proportions of 260,000 games: 108,000 are finished, and 50,000 people play."""
        return cls(games, games * 108 // 260, max(games * 50 // 260, FIRST_PEOPLE + 1))


@dataclass(frozen=True, slots=True)
class Grown:
    """What may be asked of a filled database: the busiest member, a running game of theirs, a finished one, and the page of a
    tournament's round with somebody who plays in it."""

    busy: int
    busy_name: str
    running: int
    finished: int
    round: str
    entrant: int

    def write(self, path: Path) -> None:
        """Keep it for later runs."""
        path.write_text(json.dumps(asdict(self)))

    @classmethod
    def read(cls, path: Path) -> Grown:
        """As it was kept."""
        return cls(**json.loads(path.read_text()))


def fill(size: Size, *, with_tournament: bool = True) -> Grown:
    """Fill an empty database. One transaction for the copies; afterwards the database looks at its new rows."""
    people = make_people(FIRST_PEOPLE)
    busy = people[0].pk
    wanted = [Wanted(number, options) for number, options in enumerate(OPTIONS, start=1)]
    wanted.append(Wanted(len(OPTIONS) + 1, OPTIONS[0], stop=80, waits_for=busy))
    write_games(wanted, [user.pk for user in people], now())
    running = Game.objects.get(status=Status.RUNNING)
    page, entrant = _tournament(people) if with_tournament else ("", busy)
    for place in range(60):
        terms = Terms(f"Table {place}", OPTIONS[place % 3], PACES["2d"][0])
        tables.create_table(host=people[1 + place], terms=terms, now=now() - timedelta(minutes=place))
    Notification.objects.update(due_at=None)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
        _copy_people(size.people)
        _copy_games(size, busy, running.pk)
        _rate(size.finished)
        _tell(size.finished)
    _run("ANALYZE")
    recount()
    recount_places(repair=True)
    _run("VACUUM ANALYZE")
    return Grown(busy, people[0].display_name, running.pk, wanted[0].number, page, entrant)


def _tournament(people: Sequence[User]) -> tuple[str, int]:
    from benchmarks.site.club import make_club

    club = make_club(people[:-1], now())
    return f"/tournaments/{club.tournament}/rounds/{club.round}/", people[5].pk


def _copy_people(number: int) -> None:
    pattern = User.objects.latest("pk").pk
    changed = {
        "email": "'copy' || n.n || '@example.com'",
        "display_name": "'Copy ' || n.n",
        "name_key": "'copy' || n.n",
    }
    copy_rows(User, f"r.id = {pattern}", changed, f"generate_series({FIRST_PEOPLE + 1}, {number}) AS n(n)")
    _run("CREATE TEMP TABLE person AS SELECT row_number() OVER (ORDER BY id) - 1 AS place, id FROM accounts_user")
    _run("CREATE UNIQUE INDEX ON person (place)")


def _copy_games(size: Size, busy: int, running: int) -> None:
    """Who sits where follows from the numbers of the game and the seat. The busy member has the first seat of every few."""
    first = Game.objects.latest("pk").pk + 1
    share = max(size.finished // BUSY_GAMES, 2)
    models_of = (1, 2, 3, 1, 2, 3, 1, 2, 3, 4)
    array = f"ARRAY{list(models_of)}"
    _run(
        f"""CREATE TEMP TABLE copied AS
        SELECT {first} + i AS id, i < {size.finished} AS is_over,
            CASE WHEN i < {size.finished} THEN ({array})[1 + i % {len(models_of)}] ELSE {running} END AS model,
            CASE WHEN i < {size.finished} THEN i % {share} = 0 ELSE i % {max((size.games - size.finished) // 20, 2)} = 0
            END AS is_busy,
            now() - (({size.games} - i) % {size.finished}) * interval '3 minutes' - interval '1 hour' AS at
        FROM generate_series(0, {size.games - 1}) AS i"""
    )
    _run("CREATE UNIQUE INDEX ON copied (id)")
    _run("ANALYZE copied")
    over = "CASE WHEN n.is_over THEN n.at ELSE r.finished_at END"
    changed = {
        "id": "n.id",
        "title": "'Game ' || n.id",
        "link_token": "'copy' || n.id",
        "host_id": "(SELECT id FROM person WHERE place = n.id % (SELECT count(*) FROM person))",
        "started_at": "n.at - interval '9 days'",
        "created_at": "n.at - interval '10 days'",
        "finished_at": over,
    }
    copy_rows(Game, "r.id = n.model", changed, "copied n")
    _run("SELECT setval(pg_get_serial_sequence('games_game', 'id'), (SELECT max(id) FROM games_game))")
    due = "CASE WHEN r.due_at IS NULL THEN NULL ELSE now() + interval '1 day' + (n.id % 1200000) * interval '1 second' END"
    since = "CASE WHEN r.due_at IS NULL THEN NULL ELSE now() - interval '1 hour' END"
    copy_rows(Seat, "r.game_id = n.model", {"game_id": "n.id", "due_at": due, "running_since": since}, "copied n")
    _run("ANALYZE games_seat")
    people = User.objects.count() - 1
    while people % 7919 == 0:
        people -= 1
    _run(
        f"""CREATE TEMP TABLE sits AS
        SELECT s.id AS seat, s.game_id AS game, s.index, n.at, n.is_over,
            CASE WHEN n.is_busy AND s.index = 0 THEN {busy}
            ELSE (SELECT id FROM person WHERE place = 1 + (n.id::bigint * 4 + s.index) * 7919 % {people}) END AS person
        FROM copied n JOIN games_seat s ON s.game_id = n.id"""
    )
    pattern = Tenure.objects.order_by("pk").values_list("pk", flat=True)[0]
    held = {"seat_id": "n.seat", "user_id": "n.person", "since": "n.at - interval '9 days'"}
    copy_rows(Tenure, f"r.id = {pattern}", held, "sits n")
    pattern = Participant.objects.filter(game=1).values_list("pk", flat=True)[0]
    sat = {"game_id": "n.game", "user_id": "n.person", "joined_at": "n.at - interval '10 days'"}
    sat["over_at"] = "CASE WHEN n.is_over THEN n.at END"
    copy_rows(Participant, f"r.id = {pattern}", sat, "sits n")
    facts = "r.game_id = n.model AND n.is_over"
    copy_rows(GameFact, facts, {"game_id": "n.id"}, "copied n")
    seat = {"game_id": "n.game", "user_id": "n.person", "over_at": "n.at", "seat": "n.index"}
    copy_rows(SeatFact, "r.game_id = 1 AND r.seat = 0 AND n.is_over", seat, "sits n")
    over = FinishedSet.objects.create(game_id=3, name="market", edition=2, over_at=now())
    with_set = f"r.id = {over.pk} AND n.is_over AND n.model = 3"
    copy_rows(FinishedSet, with_set, {"game_id": "n.id", "over_at": "n.at"}, "copied n")
    last = LogRow.objects.filter(game=running).latest("number")
    copy_rows(LogRow, f"r.id = {last.pk} AND r.game_id = n.model", {"game_id": "n.id"}, "copied n")
    last.delete()
    last.pk = None  # the front page shows the game moved in last, which must be one that can be replayed
    last.save(force_insert=True)
    Seen.objects.get_or_create(user_id=busy, game_id=running)
    seen = {"game_id": "n.game", "user_id": "n.person", "result": "n.is_over"}
    copy_rows(Seen, f"r.game_id = {running} AND (n.is_over OR n.index = 0)", seen, "sits n")


def _rate(finished: int) -> None:
    """Everybody has a rating, and every other finished game of four changed four of them."""
    user = User.objects.latest("pk").pk
    Rating.objects.create(user_id=user, pool=OVERALL, value=1500, games=40, played_at=now())
    value = {"user_id": "n.id", "value": "1000 + n.place * 7919 % 10007 / 10.0", "games": "1 + (n.place % 90)"}
    value["part"] = "CASE WHEN n.place % 90 < 29 THEN 'provisional' ELSE 'settled' END"
    copy_rows(Rating, f"r.user_id = {user} AND n.id <> {user}", value, "person n")
    judged = to_json(Judged(0, 1, (OVERALL,), (1, 2, 3, 4), (1, 2, 3, 4)))
    RatedGame.objects.create(game_id=1, ended_at=now(), number=1, judged=judged)
    number = "1 + row_number() OVER (ORDER BY n.id)"
    rated = {"game_id": "n.id", "ended_at": "n.at", "number": number}
    copy_rows(RatedGame, "r.game_id = 1 AND n.is_over AND n.id % 2 = 0 AND n.model <> 4", rated, "copied n")
    rated_game = RatedGame.objects.get(game=1)
    change = RatingChange.objects.create(
        rated_game=rated_game, user_id=user, pool=OVERALL, rank=1, before=1500, after=1510, games_before=3
    )
    changes = {"rated_game_id": "g.id", "user_id": "n.person", "rank": "n.index + 1"}
    source = "sits n JOIN tournaments_ratedgame g ON g.game_id = n.game"
    copy_rows(RatingChange, f"r.id = {change.pk}", changes, source)
    _run(
        f"""INSERT INTO tournaments_monthgain (user_id, month, gained, games, won)
        SELECT user_id, to_char(g.ended_at AT TIME ZONE 'UTC', 'YYYY-MM'), 10000 * count(*), count(*),
            count(*) FILTER (WHERE rank = 1)
        FROM tournaments_ratingchange JOIN tournaments_ratedgame g ON g.id = rated_game_id
        WHERE pool = '{OVERALL}' GROUP BY 1, 2"""
    )
    _run(
        """INSERT INTO tournaments_opponent (user_id, opponent_id, games, won, level)
        SELECT one.user_id, other.user_id, count(*), count(*) FILTER (WHERE one.rank < other.rank), 0
        FROM tournaments_ratingchange one JOIN tournaments_ratingchange other USING (rated_game_id)
        WHERE one.user_id <> other.user_id GROUP BY 1, 2"""
    )


def _tell(number: int) -> None:
    """Two notifications and a delivery of long ago for each finished game."""
    at, user = now() - timedelta(days=30), User.objects.latest("pk").pk
    about = {"app": "games", "kind": "your_turn", "subject": "game:1", "created_at": at}
    notification = Notification.objects.create(key="growth", user_id=user, **about)
    delivery = Delivery.objects.create(user_id=user, state="sent", channel="mail", **about)
    source = f"generate_series(1, {2 * number}) AS n(n)"
    copy_rows(
        Notification, f"r.id = {notification.pk}", {"key": "'growth' || n.n", "subject": "'game:' || n.n"}, source
    )
    token = {"token": "'growth' || n.n"} if any(one.name == "token" for one in Delivery._meta.fields) else {}
    copy_rows(Delivery, f"r.id = {delivery.pk} AND n.n <= {number}", token, source)


def copy_rows(model: type[models.Model], which: str, changed: Mapping[str, str], source: str) -> None:
    """Insert a copy of each row `r` that `which` chooses for each row `n` of the source, with the changed columns."""
    table = model._meta.db_table
    columns = [
        field.column for field in model._meta.concrete_fields if not field.primary_key or field.column in changed
    ]
    values = [changed.get(column, f'r."{column}"') for column in columns]
    names = ", ".join(f'"{column}"' for column in columns)
    _run(f"INSERT INTO {table} ({names}) SELECT {', '.join(values)} FROM {table} r CROSS JOIN {source} WHERE {which}")


def _run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
