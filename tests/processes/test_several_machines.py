"""On several machines, and while each of them is exchanged under load, nothing is lost and nothing is done twice."""

from __future__ import annotations

import os
import random
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from stpete_site.supervisor.process import wait_until
from tests.mails import Mailbox
from tests.migrated import Migrated
from tests.processes.kills import stage
from tests.processes.machines import Machines, Proxied
from tests.servers import Valkey, psycopg_connection

PLAYERS, DEADLINES = 12, 3


@pytest.fixture
def machines(mailbox: Mailbox, tmp_path: Path, _migrated: Migrated, django_db_setup: None) -> Iterator[Machines]:
    folder = Path(os.environ["STPETE_TEST_DIR"]) / "postgres"
    name = f"machines_{os.getpid()}"
    _migrated.copy(name)
    valkey = Valkey(Path(os.environ["STPETE_TEST_DIR"]) / f"valkey-{os.getpid()}")
    inherited = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "LANG", "STPETE_TEST_DIR")}
    machines = Machines(
        tmp_path,
        inherited
        | {
            "DJANGO_SETTINGS_MODULE": "stpete_site.settings",
            "STPETE_HOME": str(tmp_path / "home"),
            "DATABASE_URL": f"postgres://stpete@/{name}?host={folder}",
            "REDIS_URL": f"unix://{valkey.socket}",
            "EMAIL_URL": f"smtp://127.0.0.1:{mailbox.port}",
            "SITE_URL": "http://127.0.0.1:8000",
            "SECRET_KEY": "several machines " * 3,
            "NOTICE_DELAY": "3",
            "SWEEP_SECONDS": "2",
        },
    )
    try:
        machines.start()
        yield machines
    finally:
        machines.end()
        valkey.stop()
        with psycopg_connection(folder) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_machines_are_exchanged_under_load_and_nothing_is_lost_or_done_twice(machines: Machines, mailbox: Mailbox):
    hold_out(machines, mailbox, exchanged=["web-a", "worker", "beat-a"])


@pytest.mark.slow
def test_every_machine_is_exchanged_under_load_and_nothing_is_lost_or_done_twice(machines: Machines, mailbox: Mailbox):
    hold_out(machines, mailbox, exchanged=[*machines.all, *machines.all])


def hold_out(machines: Machines, mailbox: Mailbox, *, exchanged: Sequence[str]) -> None:
    """Let everybody play while one machine after the other is exchanged, and look at what is there in the end."""
    keys = stage(machines.environment, "set", str(PLAYERS), str(DEADLINES))["keys"]
    over = threading.Event()
    players = [
        Proxied("", key, over, random.Random(number), serving=machines.serving)
        for number, key in enumerate(keys.values())
    ]
    for player in players:
        player.start()
    for name in exchanged:
        machines.roll(name)

    assert wait_until(lambda: not _due_soon(), seconds=200, every=1)
    over.set()
    for player in players:
        player.join(30)
    found = stage(machines.environment, "check")

    statuses = sum((player.statuses for player in players), Counter())
    assert set(statuses) <= {200, 201, 409}, (statuses, machines.errors())
    assert statuses[201] > 20, "nobody got to play"
    rows = {(game, number): text for game, number, text, _source in found["rows"]}
    assert [row for player in players for row in player.accepted if rows.get(row[:2]) != row[2]] == []
    api = Counter((game, text) for game, _number, text, source in found["rows"] if source == "api")
    assert api - sum((player.sent for player in players), Counter()) == Counter()
    assert len(found["first_timeouts"]) == DEADLINES, "each deadline was kept, by one of two clocks"
    assert found["deliveries"].get("failed", 0) == 0, found["errors"]
    numbers = Counter(mail["Message-ID"] for mail in mailbox.messages)
    assert numbers
    assert max(numbers.values()) == 1, "a mail went out twice"
    assert machines.errors() == []


def _due_soon() -> int:
    """Seats whose deadline has come or comes within the hour; once it is kept the next one is days away."""
    folder, name = Path(os.environ["STPETE_TEST_DIR"]) / "postgres", f"machines_{os.getpid()}"
    with psycopg_connection(folder, name) as connection:
        ((count,),) = connection.execute(
            "SELECT count(*) FROM games_seat WHERE due_at <= now() + interval '1 hour'"
        ).fetchall()
    return int(count)
