"""A site under fire: its parts are killed and frozen at random while programs play on it through the API.

The real thing under the real supervisor: web, three workers, beat and Redis, with a PostgreSQL, a mail server and players
of its own. The same seed kills in the same order.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from tests.processes.running import Run, prepared
from tests.servers import Postgres, psycopg_connection
from tests.web_server import ROOT

HTML = 999
"""Counted where the API answered with a page."""

PAUSE = 5.0
"""Seconds between two kills."""

FROZEN = 3.0
"""Seconds that a frozen part stands still."""


@dataclass
class Player(threading.Thread):
    """A program that plays one person's games, keeps what it was answered, and never gives up."""

    url: str
    key: str
    over: threading.Event
    chance: random.Random
    statuses: Counter[int] = field(default_factory=Counter)
    sent: Counter[tuple[int, str]] = field(default_factory=Counter)  # game and move: how often it may have been played
    accepted: list[tuple[int, int, str]] = field(default_factory=list)  # game, number of the row, move

    def __post_init__(self) -> None:
        super().__init__(daemon=True)

    __hash__ = threading.Thread.__hash__

    def run(self) -> None:
        while not self.over.wait(self.chance.uniform(0.5, 1.5)):
            for line in self._ask("games/?waiting=true").get("results", []):
                self._answer(line["id"])
                if self.over.wait(self.chance.uniform(0.2, 0.6)):
                    return

    def _answer(self, game: int) -> None:
        state = self._ask(f"games/{game}/")
        moves = state.get("view", {}).get("moves", [])
        if not moves:
            return
        text = str(self.chance.choice(moves))
        self.sent[game, text] += 1
        played = self._ask(f"games/{game}/moves/", {"text": text, "version": state["version"]})
        self.accepted += [
            (game, row["number"], row["text"]) for row in played.get("rows", []) if row["source"] == "api"
        ]

    def _ask(self, path: str, body: dict[str, object] | None = None) -> dict[str, Any]:
        """The answer, or nothing where there was none or a refusal; its status is counted, 0 for none."""
        headers = {"Authorization": f"Token {self.key}", "Content-Type": "application/json"}
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"{self.url}/api/v1/{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                self.statuses[answer.status] += 1
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as error:
            self.statuses[error.code] += 1
            if not str(error.headers["Content-Type"]).startswith(("application/json", "application/problem+json")):
                self.statuses[HTML] += 1  # a program cannot read that
        except (OSError, ValueError, http.client.HTTPException):  # killed in the middle of the answer, or before it
            self.statuses[0] += 1
        return {}


@dataclass
class Harness:
    """One kill run: `prepare`, `fire` for some seconds, `settle`, then look at `found` and at the players."""

    run: Run
    postgres: Postgres
    chance: random.Random
    players: list[Player] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)
    killed: list[str] = field(default_factory=list)
    due: dict[str, str] = field(default_factory=dict)

    def begin(self, *, players: int, deadlines: int) -> None:
        """Fill the database while the site runs, and let everybody play."""
        keys = stage(self.run.environment, "set", str(players), str(deadlines))["keys"]
        self.due = self._due()
        for number, key in enumerate(keys.values()):
            player = Player(self.run.url, key, self.over, random.Random(self.chance.random() + number))
            self.players.append(player)
            player.start()

    def fire(self, seconds: float) -> None:
        """Kill one part after the other in random order, all kinds before one comes twice."""
        ends, deck = time.monotonic() + seconds, list[Callable[[], str]]()
        while time.monotonic() < ends:
            deck = deck or self.chance.sample(self._kinds(), len(self._kinds()))
            self.killed.append(deck.pop()())
            time.sleep(PAUSE)

    def settle(self, seconds: float) -> None:
        """Let the site come to itself: nothing is overdue any more. Then everybody stops."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends and self._sql("SELECT 1 FROM games_seat WHERE due_at <= now()"):
            time.sleep(2)
        self.over.set()
        for player in self.players:
            player.join(60)

    def check(self) -> dict[str, Any]:
        """What the run has left in the database."""
        return stage(self.run.environment, "check")

    def _kinds(self) -> list[Callable[[], str]]:
        return [
            lambda: self._kill("gunicorn"),
            lambda: self._kill("worker@"),
            lambda: self._kill("worker-mail@"),
            lambda: self._kill(" beat"),
            lambda: self._kill("valkey-server"),
            lambda: self._freeze("valkey-server"),
            lambda: self._freeze("worker@"),
            lambda: self._freeze("gunicorn"),
            self._kill_postgres,
            self._freeze_postgres,
        ]

    def _parts(self, name: str) -> list[psutil.Process]:
        """The processes of a part, parents and children, in random order: each may be the one that dies."""
        found = []
        for process in self.run.count().family:
            with suppress(psutil.Error):
                if process.is_running() and name in " ".join(process.cmdline()):
                    found.append(process)
        return self.chance.sample(found, len(found))

    def _kill(self, name: str) -> str:
        for process in self._parts(name)[:1]:
            with suppress(psutil.Error):
                process.kill()
        return f"kill {name.strip()}"

    def _freeze(self, name: str) -> str:
        self._hold(self._parts(name))
        return f"freeze {name.strip()}"

    def _kill_postgres(self) -> str:
        self.postgres.process.kill()
        self.postgres.process.wait()
        time.sleep(1)
        self.postgres.start()
        return "kill postgres"

    def _freeze_postgres(self) -> str:
        server = psutil.Process(self.postgres.process.pid)
        self._hold([server, *server.children(recursive=True)])
        return "freeze postgres"

    def _hold(self, processes: list[psutil.Process]) -> None:
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for process in processes:
                with suppress(psutil.Error):
                    process.send_signal(number)
            if number == signal.SIGSTOP:
                time.sleep(FROZEN)

    def _due(self) -> dict[str, str]:
        rows = self._sql("SELECT game_id, due_at FROM games_seat WHERE waiting AND due_at < now() + interval '1 day'")
        return {str(game): at.isoformat() for game, at in rows}

    def _sql(self, text: str) -> list[tuple[Any, ...]]:
        with psycopg_connection(self.postgres.folder, "stpete") as connection:
            return connection.execute(text).fetchall()


def stage(environment: Mapping[str, str], *arguments: str) -> dict[str, Any]:
    """What `tests.processes.kill_stage` answers on the site with this environment."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.processes.kill_stage", *arguments],
        cwd=ROOT,
        env=dict(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


def harness(folder: Path, port: int, mail_port: int, seed: int, root: Path = ROOT) -> Harness:
    """A site on servers of its own; its database is empty. Its code is below `root`."""
    place = Path(os.environ["STPETE_TEST_DIR"]) / "killed"
    shutil.rmtree(place, ignore_errors=True)
    run = Run(prepared(folder / "home"), port, root)
    run.environment |= {
        "DATABASE_URL": f"postgres://stpete@/stpete?host={place}",
        "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
        "NOTICE_DELAY": "5",
    }
    postgres = Postgres(place)
    with psycopg_connection(place) as connection:
        # what it has said is written must be there after a kill; the tests' servers promise less, to be quicker
        connection.execute("ALTER DATABASE stpete SET synchronous_commit = on")
    return Harness(run, postgres, random.Random(seed))
