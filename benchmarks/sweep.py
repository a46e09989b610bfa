"""What deadlines cost on a large site: `python -m benchmarks.sweep [--games 250000] [--due 1000] [--burst 10000]`.

Fills a PostgreSQL database: games that are due, played by the engine, and beside them so many running games of four as copies made
by SQL, whose deadlines come later. Then it prints what finding a batch of due seats takes beside the bare statement that locks as
many rows by their index, what one worker does of `--due` deadlines, and how two workers share `--burst` of them. CPU is counted in
the workers and in the database, because a busy machine makes seconds longer.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from statistics import median

from benchmarks.due import SET_UP
from benchmarks.site.servers import Machine

RUNS = 200
BARE = "SELECT id FROM games_seat WHERE due_at <= %s ORDER BY due_at LIMIT %s FOR UPDATE SKIP LOCKED"
WORK = (
    SET_UP
    + "import time; from games import tasks; from games.models import Seat; from django.utils.timezone import now\n"
    "began = time.process_time()\n"
    "while Seat.objects.filter(due_at__lte=now()).exists():\n"
    "    tasks.keep_deadlines(time.monotonic() + 10)\n"
    "print(time.process_time() - began)"
)
TICK = os.sysconf("SC_CLK_TCK")


def fill(games: int, real: int) -> None:
    """Games that can be played on, all with a deadline to come, and copies of one of them."""
    from django.core.management import call_command
    from django.db import connection, transaction
    from django.utils.timezone import now

    import engine
    from benchmarks.growth_rows import copy_rows
    from benchmarks.site.fill import fill as write_games
    from benchmarks.site.people import make_people
    from benchmarks.site.played import Wanted
    from games.models import Game, Participant, Seat, Tenure
    from notifications.models import Notification

    call_command("prepare", "--no-demo", stdout=sys.stderr)
    people = [user.pk for user in make_people(400)]
    options = engine.Options(edition=2, players=4)
    write_games([Wanted(number, options, stop=20 + number % 60) for number in range(1, real + 1)], people, now())
    Notification.objects.update(due_at=None)
    Seat.objects.filter(waiting=True).update(due_at=now() + timedelta(days=9), running_since=now())
    with transaction.atomic(), connection.cursor() as cursor:
        source = f"generate_series({real + 1}, {games}) AS n(n)"
        copy_rows(Game, "r.id = 1", {"id": "n.n", "title": "'Game ' || n.n", "link_token": "'copy' || n.n"}, source)
        due = "CASE WHEN r.due_at IS NULL THEN NULL ELSE now() + interval '1 day' + n.n * interval '1 second' END"
        copy_rows(Seat, "r.game_id = 1", {"game_id": "n.n", "due_at": due}, source)
        held = Tenure.objects.filter(seat__game=1).order_by("pk").values_list("pk", flat=True)[0]
        copy_rows(
            Tenure,
            f"r.id = {held} AND n.game_id > {real}",
            {"seat_id": "n.id", "user_id": "r.user_id + n.index"},
            "games_seat n",
        )
        sits = Participant.objects.filter(game=1).values_list("pk", flat=True)[0]
        copy_rows(Participant, f"r.id = {sits}", {"game_id": "n.n"}, source)
        cursor.execute("SELECT setval(pg_get_serial_sequence('games_game', 'id'), (SELECT max(id) FROM games_game))")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("SELECT count(*) FROM games_seat")
        print(f"{cursor.fetchone()[0]:,} running seats", flush=True)


def make_due(first: int, last: int) -> None:
    """The time of whoever is asked in these games is over."""
    from django.utils.timezone import now

    from games.models import Seat

    past = now() - timedelta(minutes=10)
    asked = Seat.objects.filter(game__gte=first, game__lte=last, waiting=True)
    asked.update(due_at=past, running_since=past - timedelta(days=2))


def claim(batch: int) -> tuple[float, float]:
    """Milliseconds for a batch of due seats: as the site finds it, and by the bare statement; medians, asked in turn."""
    from django.db import connection, transaction
    from django.utils.timezone import now

    from games.play.automatic import overdue_seats

    found, bare = [], []
    for _ in range(RUNS):
        began = time.perf_counter()
        seats = overdue_seats(now(), batch)
        found.append(time.perf_counter() - began)
        with transaction.atomic(), connection.cursor() as cursor:
            began = time.perf_counter()
            cursor.execute(BARE, [now(), batch])
            rows = cursor.fetchall()
            bare.append(time.perf_counter() - began)
        if len(rows) != len(seats) or len(seats) != batch:
            raise RuntimeError(f"{len(seats)} seats found, {len(rows)} rows locked, {batch} wanted")
    return 1000 * median(found), 1000 * median(bare)


def enforce(here: Machine, many: int, workers: int) -> None:
    """Let so many workers do what is due, and print how many they did, and for what."""
    before, began = database_cpu(here), time.monotonic()
    running = [
        subprocess.Popen([sys.executable, "-c", WORK], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for _ in range(workers)
    ]
    inside = sum(float(one.communicate()[0].split()[-1]) for one in running)
    seconds, database = time.monotonic() - began, database_cpu(here) - before
    each = (inside + database) / many
    print(f"{many:,} due, {workers} worker{'s' * (workers > 1)}: {seconds:.0f} s", end=", ")
    print(f"{1000 * inside / many:.2f} ms CPU in a worker and {1000 * database / many:.2f} ms in the database each")
    print(f"    {1 / each:.0f} a second and core; 10,000 take {10_000 * each / 2:.0f} s of two cores", flush=True)


def database_cpu(here: Machine) -> float:
    """Seconds of CPU that the server and all its processes have had, also those that are gone."""
    assert here.postgres is not None
    server = int((here.postgres.data / "postmaster.pid").read_text().split()[0])
    total = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:
            continue
        fields = text.rpartition(")")[2].split()
        own, gone = (int(fields[11]) + int(fields[12])) / TICK, (int(fields[13]) + int(fields[14])) / TICK
        if int(stat.parent.name) == server:
            total += own + gone
        elif int(fields[1]) == server:
            total += own
    return total


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sweep", description=__doc__)
    parser.add_argument("--games", type=int, default=250_000, help="running games of four")
    parser.add_argument("--due", type=int, default=1_000)
    parser.add_argument("--burst", type=int, default=10_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="stpete-sweep-") as folder:
        here = Machine(Path(folder).resolve(), "postgres")
        here.start()
        try:
            os.environ.update(here.environment("site", 8000), DJANGO_SETTINGS_MODULE="stpete_site.settings")
            here.make_database("site")
            import django

            django.setup()
            from games.tasks import BATCH

            fill(chosen.games, chosen.due + chosen.burst)
            make_due(1, chosen.due)
            found, bare = claim(min(BATCH, chosen.due))
            print(f"a batch of {min(BATCH, chosen.due)}: {found:.2f} ms; bare statement {bare:.2f} ms", end=", ")
            print(f"{found / bare:.2f} times", flush=True)
            enforce(here, chosen.due, 1)
            make_due(chosen.due + 1, chosen.due + chosen.burst)
            enforce(here, chosen.burst, 2)
        finally:
            here.stop()


if __name__ == "__main__":
    main()
