"""An archive that has grown: `python -m benchmarks.archive [--games 100000] [--database sqlite] [--plans]`.

Some hundred games of bots are played, written as records, checked and loaded as an import does it, and then copied in
the database as games of other people at other times, which end about in the order of their numbers. Then the first, a
deep and the last page of typical searches and their figures are timed beside a point query by index of the same run.
`--keep` leaves the database for later runs, `--plans` prints how it goes about each first page.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from benchmarks.site.servers import Machine

if TYPE_CHECKING:
    from games.imports.services import Brought

DISTINCT = 300
PEOPLE = 500
IMPORTED = 2000
"""So many games are loaded as an import loads them; the others are their copies."""
BATCH = 250
YEARS, LASTS = 2, 40
"""The games began in so many years, and last so many days at most."""
BOT = "rung-1"
SHAPES: tuple[tuple[int, int, tuple[str, ...]], ...] = (
    *((2, players, ()) for players in (2, 2, 2, 3, 4)),
    *((1, players, ()) for players in (2, 3, 4)),
    (2, 2, ("market",)),
    (2, 3, ("module-2",)),
)
"""Edition, seats and expansions of the games in turn."""
SEARCHES = (
    "",
    "player:{name}",
    "player:{name} result:won",
    "player:{name} opponent:{other}",
    "edition:1 seats:4",
    "with:market",
    "points>=90 result:won",
    "points>=140",
    "rounds>=9",
    "card:observatory",
    "card:observatory x2 round<=3 result:won",
    "card:mistress-of-ceremonies round<=4 result:lost seats:2",
    "card:pub or card:potemkin-village",
    "not card:carpenter-workshop result:won edition:2 seats:3",
    "not player:{name} date>=2026-06-01",
    "rated:no end:played-out moves<60",
)
RUNS = 7


def records() -> list[str]:
    """The records of games that bots play, as text."""
    import json

    import engine
    from engine.bots import BOTS
    from engine.record import Seeded, to_record
    from games.play.results import result_of

    found = []
    for number in range(DISTINCT):
        edition, players, sets = SHAPES[number % len(SHAPES)]
        options = engine.Options(edition=edition, players=players, sets=sets)
        seed, chance = sha256(f"archive {number}".encode()).digest(), Random(number)
        state = engine.new_game(options, engine.make_deal(options, seed))
        moves = []
        while not state.is_over:
            seat = engine.waiting_for(state)[0]
            move = BOTS[BOT].choose(engine.view_for(state, seat), state, chance)
            moves.append((seat, str(move), "bot"))
            state = engine.advance(state.fork(), seat, move)
        names = [f"Bot {seat + 1}" for seat in range(players)]
        record = to_record(
            rules_version=engine.RULES_VERSION,
            options=options,
            chance=Seeded(seed),
            seats=names,
            moves=moves,
            result=dict(result_of(state)),
        )
        found.append(json.dumps(record, ensure_ascii=False))
    return found


def load(games: int) -> None:
    """Fill the database, say how fast, and how much a game takes on the disk."""
    from django.db import transaction
    from django.utils.timezone import now

    from benchmarks.site.people import make_people
    from games.imports.services import read_line, write_games

    began = time.perf_counter()
    texts = records()
    played = time.perf_counter() - began
    began = time.perf_counter()
    brought = [read_line(text.encode()) for text in texts]
    checked = time.perf_counter() - began
    print(f"{DISTINCT} games played in {played:.0f} s, checked in {checked:.1f} s: {DISTINCT / checked:.0f} a second")
    people = [user.pk for user in make_people(PEOPLE)]
    loaded = min(games, IMPORTED)
    began, copies = time.perf_counter(), _copies(brought, loaded)
    while some := list(islice(copies, BATCH)):
        with transaction.atomic():
            write_games(some, None, now())
    wrote = time.perf_counter() - began
    rate = loaded / (wrote + loaded * checked / DISTINCT)
    print(f"{loaded} games written in {wrote:.0f} s: {loaded / wrote:.0f} a second; {rate:.0f} with checking each")
    began = time.perf_counter()
    _as_of_the_site(people, games, loaded)
    print(f"{games - loaded} games copied in {time.perf_counter() - began:.0f} s", flush=True)
    _sizes(games)


def _copies(brought: list[Brought], games: int) -> Iterator[Brought]:
    for number in range(games):
        yield brought[number % len(brought)]


def _as_of_the_site(people: list[int], games: int, loaded: int) -> None:
    """Copy the loaded games until there are so many, and give them people, who play the more often the lower their number is,
    and times."""
    from django.db import connection
    from django.db.models import Max
    from django.utils.timezone import now

    from games.models import CardFact, FinishedSet, Game, GameFact, Seat, SeatFact, Tenure

    sqlite, since = connection.vendor == "sqlite", f"{now() - timedelta(days=365 * YEARS + LASTS):%Y-%m-%d %H:%M:%S}"

    def changed(game: str) -> dict[str, str]:
        """Columns that are other in a copy than in what is copied, by the number of its game."""
        chance = f"{game} * 2654435761"
        seconds = f"({game} * {365 * YEARS * 86400 // games} + {chance} % {LASTS * 1440} * 60)"
        over = (
            f"datetime('{since}', '+' || {seconds} || ' seconds')"
            if sqlite
            else f"timestamptz '{since}+00' + {seconds} * interval '1 second'"
        )
        share = f"(({chance} + seat * 40503 * ({game} % 977)) % 65521 / 65521.0)"
        person = f"{min(people)} + CAST({len(people) - 1} * {share} * {share} AS integer)"
        return {
            "finished_at": over,
            "over_at": over,
            "user_id": person,
            "name": "''",
            "hours": f"{game} % {LASTS * 24}",
        }

    last = {kind: kind.objects.aggregate(last=Max("pk"))["last"] or 0 for kind in (Game, Seat, Tenure, FinishedSet)}
    kinds = (Game, Seat, Tenure, FinishedSet, GameFact, SeatFact, CardFact)
    indexes: list[tuple[str, str]] = []
    with connection.cursor() as cursor:
        if sqlite:  # its cache of 2 MB would read and write the pages of every index again at each row
            cursor.execute("PRAGMA cache_size = -1000000")
            cursor.execute("PRAGMA synchronous = OFF")
            cursor.execute("SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
            tables = {kind._meta.db_table for kind in kinds}
            indexes = [(name, sql) for name, table, sql in cursor.fetchall() if table in tables]
            for name, _sql in indexes:
                cursor.execute(f'DROP INDEX "{name}"')
        cursor.execute("UPDATE games_game SET status = 'finished'")
        for kind in kinds:
            table, columns = kind._meta.db_table, [field.column for field in kind._meta.concrete_fields]
            kept = ("user_id", "name") if kind in (Tenure, FinishedSet) else ()
            game = "id" if kind is Game else "game_id"
            mine = {name: told for name, told in changed(game).items() if name in columns and name not in kept}
            if mine:
                cursor.execute(f"UPDATE {table} SET {', '.join(f'{name} = {told}' for name, told in mine.items())}")
            which = f"id <= {last[Tenure]}" if kind is Tenure else f"{game} <= {last[Game]}"
            cursor.execute(f"CREATE TEMPORARY TABLE loaded_{table} AS SELECT * FROM {table} WHERE {which}")
            shifts = {"id": last.get(kind, 0), "game_id": last[Game], "seat_id": last[Seat]}
            for copy in range(1, -(-games // loaded)):
                moved = {name: f"({name} + {copy * shifts[name]})" for name in columns if name in shifts}
                if kind is Game:
                    moved["link_token"] = f"substr(link_token, 1, 18) || '{copy:04}'"  # which no two games share
                new = moved | {name: told for name, told in changed(moved.get(game, "")).items() if name in mine}
                values = ", ".join(new.get(name, connection.ops.quote_name(name)) for name in columns)
                named = ", ".join(map(connection.ops.quote_name, columns))
                cursor.execute(f"INSERT INTO {table} ({named}) SELECT {values} FROM loaded_{table}")
        for _name, sql in indexes:
            cursor.execute(sql)
        if sqlite:
            cursor.execute("ANALYZE")
        else:
            cursor.execute("VACUUM ANALYZE")  # which alone notes the pages that all may see, so that an index is enough


def _sizes(games: int) -> None:
    from django.db import connection

    tables = ("game", "seat", "tenure", "finishedset", "gamefact", "seatfact", "cardfact")
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
            print(f"  the file takes {cursor.fetchone()[0] / games / 1000:.1f} kB a game")
            return
        total = 0
        for table in tables:
            cursor.execute("SELECT pg_table_size(%s), pg_indexes_size(%s)", [f"games_{table}"] * 2)
            data, indexes = cursor.fetchone()
            total += data + indexes
            print(f"  games_{table:12} {data / games:7.0f} + {indexes / games:6.0f} bytes a game")
    print(f"  on disk with indexes {total / games / 1000:.1f} kB a game")


def timed(act: Callable[[], object]) -> float:
    """Milliseconds of the quickest of some runs: the others waited for a core."""
    runs = []
    for _ in range(RUNS):
        began = time.perf_counter()
        act()
        runs.append(1000 * (time.perf_counter() - began))
    return min(runs)


def measure(*, with_plans: bool) -> None:
    """Print a line for each search."""
    from django.db import connection
    from django.db.models import Count
    from django.http import QueryDict
    from django.test.utils import CaptureQueriesContext
    from django.utils.timezone import now

    from accounts.models import User
    from games.models import Game, SeatFact
    from games.search.counts import counts_of
    from games.search.found import Search, in_time, listing
    from games.selectors.keyset import OLDEST, Place
    from games.selectors.rows import GAME

    number = Game.objects.order_by("pk").values_list("pk", flat=True)[1000]
    point = timed(lambda: list(Game.objects.filter(pk=number).values_list(*GAME)))
    print(f"a point query by index: {point:.2f} ms; limit of a page: {10 * point:.1f} ms, of figures 500 ms")
    often = SeatFact.objects.values_list("user").annotate(many=Count("seat")).order_by("-many")
    (busy, _many), (other, _few) = often[0], often[len(often) // 2]
    names = {"name": f'"{User.objects.get(pk=busy).name}"', "other": f'"{User.objects.get(pk=other).name}"'}
    middle = Place(now() - timedelta(days=365), number)
    print(f"{'first':>8} {'deep':>8} {'last':>8} {'counted':>8} {'figures':>9}  (ms)")
    with in_time():  # as pages do
        for words in SEARCHES:
            text = words.format(**names)

            def page(query: str, text: str = text) -> object:
                return listing(Search.read(text)).page(QueryDict(query))

            pages = [timed(partial(page, query)) for query in ("", f"before={middle}", f"after={OLDEST}")]
            search = Search.read(text)
            told, figures = counts_of(search)["games"], timed(partial(counts_of, search))
            over = " !" if max(pages) > 10 * point or figures > 500 else ""
            line = " ".join(f"{one:8.2f}" for one in (*pages, timed(listing(search).count)))
            print(f"{line} {figures:9.1f}  {text or 'everything'}  [{told}]{over}", flush=True)
            if with_plans:
                with CaptureQueriesContext(connection) as asked:
                    page("")
                how = "EXPLAIN ANALYZE" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
                with connection.cursor() as cursor:
                    for statement in asked:
                        cursor.execute(f"{how} {statement['sql']}")
                        print(*(f"  {row[-1]}" for row in cursor.fetchall()), sep="\n", flush=True)


def main() -> None:
    """Fill, or take what an earlier run has kept, and measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.archive", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--database", choices=("postgres", "sqlite"), default="postgres")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the filled database there for later runs")
    parser.add_argument("--plans", action="store_true", help="print how the database goes about each first page")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="stpete-archive-") as folder:
        here = Machine((chosen.keep or Path(folder)).resolve(), chosen.database)
        here.start()
        try:
            os.environ.update(here.environment("site", 8000), DJANGO_SETTINGS_MODULE="stpete_site.settings")
            kept = here.folder / f"archive-{chosen.games}"
            if not kept.exists():
                here.make_database("site")
            import django

            django.setup()
            if not kept.exists():
                from django.core.management import call_command

                call_command("prepare", "--no-demo", stdout=sys.stderr)
                load(chosen.games)
                kept.touch()
            measure(with_plans=chosen.plans)
        finally:
            here.stop()


if __name__ == "__main__":
    main()
