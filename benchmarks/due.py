"""How quickly what is due at once is done: `python -m benchmarks.due [--games 10000] [--workers 2] [--bots]`.

As after an outage: so many games, each with a deadline that has passed (or a bot that is to answer), and so many worker
processes that share them. Prints seconds, how many for each second of CPU in the workers, how fast a second of CPU was
meanwhile (`benchmarks.calibration`; what is wanted was measured at 660,000 units), and what an idle tick costs.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from statistics import median

from benchmarks.calibration import units_per_second
from benchmarks.site.servers import Machine

SET_UP = "import django; django.setup(); "
WORK = (
    SET_UP
    + "import time; from games import tasks; from games.models import Seat; from django.utils.timezone import now\n"
    "tasks.think_due.apply_async = lambda **_: None\n"
    "while Seat.objects.filter({}__lte=now()).exists():\n"
    "    tasks.{}()\n"
    "print(time.process_time())"
)
TICKS = 200
IDLE = (
    SET_UP + "import time; from django.utils.timezone import now; from games.models import Heartbeat, Review\n"
    "from notifications.models import Notification; from stpete_site.celery import app\n"
    "from stpete_site.tasks import due_tasks, start_due_tasks; app.loader.import_default_modules()\n"
    "Notification.objects.update(due_at=None); Review.objects.update(due_at=None); Heartbeat.objects.update(at=now())\n"
    "while found := due_tasks(now()):\n"
    "    for name in (*found, 'games.tasks.think_due'): app.tasks[name]()\n"
    f"start_due_tasks(); began = time.process_time()\nfor _ in range({TICKS}): start_due_tasks()\n"
    f"print((time.process_time() - began) / {TICKS})"
)
"""First what the deadlines have left is done, but for emails and for reviews of games that ended, which take minutes."""


def fill(games: int, *, bots: bool) -> None:
    """Games in which somebody is asked, and their time is over."""
    from django.core.management import call_command
    from django.utils.timezone import now

    import engine
    from benchmarks.site.fill import analyze
    from benchmarks.site.fill import fill as write_games
    from benchmarks.site.people import make_people
    from benchmarks.site.played import Wanted
    from games.models import Seat, Tenure
    from notifications.models import Notification

    call_command("prepare", "--no-demo", stdout=sys.stderr)
    people = [user.pk for user in make_people(400)]
    options = engine.Options(edition=2, players=4)
    write_games([Wanted(number, options, stop=20 + number % 60) for number in range(1, games + 1)], people, now())
    Notification.objects.update(due_at=None)
    waiting, past = Seat.objects.filter(waiting=True), now() - timedelta(minutes=10)
    if bots:
        Tenure.objects.filter(seat__in=waiting).update(user=None, bot="plain")
        waiting.update(due_at=None, running_since=None, bot_due_at=past)
    else:
        waiting.update(due_at=past, running_since=past - timedelta(days=2))
    analyze()


def main() -> None:
    """Fill a PostgreSQL database, let the workers work, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.due", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--bots", action="store_true", help="bots that are to answer instead of deadlines")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="stpete-due-") as folder:
        here = Machine(Path(folder).resolve(), "postgres")
        here.start()
        try:
            os.environ.update(here.environment("site", 8000), DJANGO_SETTINGS_MODULE="stpete_site.settings")
            here.make_database("site")
            import django

            django.setup()
            fill(chosen.games, bots=chosen.bots)
            column, task = ("bot_due_at", "think_due") if chosen.bots else ("due_at", "work_off")
            began = time.monotonic()
            with ThreadPoolExecutor(chosen.workers) as workers:
                working = [workers.submit(_printed, WORK.format(column, task)) for _ in range(chosen.workers)]
                speeds = [units_per_second(0.2)]
                while not all(one.done() for one in working):
                    time.sleep(5)
                    speeds.append(units_per_second(0.2))
                cpu = [one.result() for one in working]
            seconds = time.monotonic() - began
            print(f"{chosen.games} due, {chosen.workers} workers: {seconds:.1f} s", end=", ")
            print(f"{chosen.games / sum(cpu):.0f} for each second of CPU in the workers ({sum(cpu):.1f} s)", end=", ")
            print(f"{median(speeds):,.0f} units a second of CPU")
            print(f"a tick that finds nothing: {1000 * _printed(IDLE):.2f} ms of CPU")
        finally:
            here.stop()


def _printed(program: str) -> float:
    """The number that a process of its own prints last."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return float(done.stdout.split()[-1])


if __name__ == "__main__":
    main()
