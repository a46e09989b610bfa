"""The site as on several machines under programs that play, for as long as one likes: does anything grow?

`python -m benchmarks.soak --minutes 60`: two web servers, three workers, two clocks, PostgreSQL and Redis as processes of this
machine, on loopback and in a temporary folder. Every minute a line; games that have ended are followed by new ones. At the end
the last quarter is compared with the second one (the first warms up), and the exit status is 1 where something has grown.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import redis

from stpete_site.celery import QUEUES
from tests.mail_server import AnyPort, Mailbox
from tests.processes.kills import stage
from tests.processes.machines import Machines, Proxied
from tests.servers import Postgres, Valkey, psycopg_connection

MOST_GROWTH = 0.1
"""Of memory, between the second and the last quarter: more is a leak."""
MOST_WAITING = 200
"""Tasks in all queues together; a sweep that is late is one."""


@dataclass(frozen=True)
class Look:
    """What is seen once a minute. `memory` is in megabytes, by machine; `late` are seats whose deadline has passed."""

    minute: float
    requests: int
    moves: int
    wrong: int
    mails: int
    memory: dict[str, float]
    waiting: int
    connections: int
    late: int

    def line(self) -> str:
        memory = " ".join(f"{megabytes:6.0f}" for megabytes in self.memory.values())
        return (
            f"{self.minute:6.1f} {self.requests:8} {self.moves:7} {self.wrong:5} {self.mails:6} "
            f"{self.waiting:7} {self.connections:4} {self.late:4}  {memory}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument(
        "--players", type=int, default=20, help="programs that play at once, about a request a second each"
    )
    chosen = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="stpete-soak-") as folder,
        running(Path(folder)) as (machines, valkey, mailbox),
    ):
        looks = list(soak(machines, valkey, mailbox, minutes=chosen.minutes, players=chosen.players))
        errors = machines.errors()
    found = [*verdict(looks), *(f"a traceback: {error}" for error in errors[:3])]
    print("\n".join(found) or "Nothing has grown, and nothing was answered wrong.")
    return 1 if found else 0


@contextmanager
def running(folder: Path) -> Iterator[tuple[Machines, Valkey, Mailbox]]:
    """All servers and processes, until the end."""
    os.environ.setdefault("STPETE_TEST_DIR", str(folder))
    mailbox = Mailbox()
    sink = AnyPort(mailbox, hostname="127.0.0.1", port=0)
    sink.start()
    valkey, postgres = Valkey(folder / "valkey"), Postgres(folder / "postgres")
    environment = {
        key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "LANG", "STPETE_TEST_DIR")
    }
    environment |= {
        "DJANGO_SETTINGS_MODULE": "stpete_site.settings",
        "STPETE_HOME": str(folder / "home"),
        "DATABASE_URL": f"postgres://stpete@/stpete?host={postgres.folder}",
        "REDIS_URL": f"unix://{valkey.socket}",
        "EMAIL_URL": f"smtp://127.0.0.1:{sink.port}",
        "SITE_URL": "http://127.0.0.1:8000",
        "SECRET_KEY": "soaked " * 8,
        "NOTICE_DELAY": "20",
    }
    machines = Machines(folder, environment)
    try:
        machines.prepare()
        machines.start()
        yield machines, valkey, mailbox
    finally:
        machines.end()
        postgres.stop()
        valkey.stop()
        sink.stop()


def soak(machines: Machines, valkey: Valkey, mailbox: Mailbox, *, minutes: float, players: int) -> Iterator[Look]:
    """Let programs play and look once a minute."""
    keys = stage(machines.environment, "set", str(players), "0")["keys"]
    over = threading.Event()
    playing = [
        Proxied("", key, over, random.Random(seed), serving=machines.serving) for seed, key in enumerate(keys.values())
    ]
    for player in playing:
        player.start()
    print(f"minute requests   moves wrong  mails waiting conn late  MB of {' '.join(machines.all)}", flush=True)
    began = time.monotonic()
    while (passed := time.monotonic() - began) < minutes * 60:
        time.sleep(min(60.0, minutes * 60 - passed))
        stage(machines.environment, "more", str(players))
        yield _look(machines, valkey, mailbox, playing, minute=(time.monotonic() - began) / 60)
    over.set()
    for player in playing:
        player.join(30)


def _look(machines: Machines, valkey: Valkey, mailbox: Mailbox, playing: Sequence[Proxied], *, minute: float) -> Look:
    statuses = sum((player.statuses for player in playing), Counter())
    with redis.Redis(unix_socket_path=str(valkey.socket)) as broker:
        waiting = sum(int(broker.llen(queue.name)) for queue in QUEUES)  # type: ignore[arg-type]
    with psycopg_connection(valkey.folder.parent / "postgres", "stpete") as connection:
        ((connections,),) = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = 'stpete' AND pid <> pg_backend_pid()"
        ).fetchall()
        ((late,),) = connection.execute("SELECT count(*) FROM games_seat WHERE due_at <= now()").fetchall()
    wrong = sum(count for status, count in statuses.items() if status >= 500 or status == 0)
    mails = len(mailbox.messages)
    memory = {machine.name: machine.memory() / 2**20 for machine in machines.all.values()}
    look = Look(minute, statuses.total(), statuses[201], wrong, mails, memory, waiting, connections, late)
    print(look.line(), flush=True)
    return look


def verdict(looks: Sequence[Look]) -> list[str]:
    """What has grown or gone wrong, a sentence each."""
    found = []
    quarter = max(1, len(looks) // 4)
    before, after = looks[quarter : 2 * quarter] or looks[:1], looks[-quarter:]
    for name in looks[-1].memory:
        first, last = (sum(look.memory[name] for look in some) / len(some) for some in (before, after))
        if last > first * (1 + MOST_GROWTH):
            found.append(f"{name} has grown from {first:.0f} to {last:.0f} MB.")
    first, last = (max(look.connections for look in some) for some in (before, after))
    if last > first + 2:
        found.append(f"The database had {first} connections, and has {last}.")
    if (most := max(look.waiting for look in after)) > MOST_WAITING:
        found.append(f"{most} tasks wait.")
    if wrong := looks[-1].wrong:
        found.append(f"{wrong} requests were answered by an error or not at all.")
    if late := looks[-1].late:
        found.append(f"{late} deadlines have passed and nobody has come for them.")
    return found


if __name__ == "__main__":
    sys.exit(main())
