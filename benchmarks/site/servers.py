"""The servers of a run: database, Valkey, the site as production runs it, and the floor beside it.

All in one temporary folder, on sockets and loopback ports of their own; each ends with this process, even a killed one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import redis

from stpete_site.supervisor import plan
from stpete_site.supervisor.process import start, stop, wait_until
from stpete_site.values import redis_database
from tests.servers import Postgres, Valkey, psycopg_connection

ROOT = Path(__file__).resolve().parent.parent.parent
COUNTING = ("shared_preload_libraries=pg_stat_statements", "pg_stat_statements.max=5000")
DATABASES = ("site", "floor")


@dataclass
class Machine:
    """Where everything of a run lies, and which kind of database it uses."""

    folder: Path
    kind: str
    valkey: Valkey = field(init=False)
    postgres: Postgres | None = field(init=False, default=None)

    def start(self) -> None:
        """Start what the site needs."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.valkey = Valkey(self.folder / "valkey")
        if self.kind == "postgres":
            self.postgres = Postgres(self.folder / "postgres", *COUNTING)
            with psycopg_connection(self.postgres.folder) as connection:
                connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")

    def stop(self) -> None:
        if self.postgres:
            self.postgres.stop()
        self.valkey.stop()

    def make_database(self, name: str, *, like: str = "") -> None:
        """A new database of this name instead of any older one: empty, or a copy of another that nobody uses."""
        if self.postgres:
            with psycopg_connection(self.postgres.folder) as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {name}")
                connection.execute(f"CREATE DATABASE {name}" + (f" TEMPLATE {like}" if like else ""))
            return
        for old in self.folder.glob(f"{name}.sqlite3*"):
            old.unlink()
        if like:
            shutil.copyfile(self.folder / f"{like}.sqlite3", self.folder / f"{name}.sqlite3")

    def database_url(self, name: str) -> str:
        """Where the database of this name is, as DATABASE_URL has it."""
        if self.postgres:
            return f"postgres://stpete@/{name}?host={self.postgres.folder}"
        return f"sqlite:///{self.folder}/{name}.sqlite3"

    def environment(self, name: str, port: int) -> dict[str, str]:
        """What the processes of a site are told: production's settings on these servers."""
        kept = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "LANG", "TMPDIR")}
        number = 2 * DATABASES.index(name)
        return kept | {
            "STPETE_HOME": str(self.folder / "home"),
            "DATABASE_URL": self.database_url(name),
            "REDIS_URL": f"unix://{self.valkey.socket}?db={number}",
            "EMAIL_URL": "smtp://127.0.0.1:9",
            "SITE_URL": f"http://127.0.0.1:{port}",
            "SECRET_KEY": "benchmark" * 8,
            "DJANGO_SETTINGS_MODULE": f"benchmarks.{'floor' if name == 'floor' else 'site'}.settings",
        }


@dataclass
class Server:
    """One gunicorn, as `./stpete run` starts it."""

    name: str
    machine: Machine
    application: str = "stpete_site.wsgi"
    processes: int = 1
    port: int = field(default_factory=plan.any_free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> Mapping[str, str]:
        return self.machine.environment(self.name, self.port)

    def start(self) -> None:
        """Start it and wait until it listens."""
        place = plan.Installation(
            ROOT, self.machine.folder / "home", "127.0.0.1", self.port, 0, web_processes=self.processes
        )
        command = [self.application if part == "stpete_site.wsgi" else part for part in plan.web(place).command]
        log = self.machine.folder / f"{self.name}.log"
        with log.open("ab") as output:
            self.process = start(command, environment=self.environment, folder=ROOT, output=output)
        if not wait_until(lambda: plan.listens("127.0.0.1", self.port), seconds=30):
            raise RuntimeError(f"{self.name} does not start: {log.read_text()[-2000:]}")

    def stop(self) -> None:
        if self.process:
            stop(self.process)

    def restart(self) -> None:
        """Start it anew: what its process remembered is gone, and what the cache held."""
        self.stop()
        with redis.Redis.from_url(redis_database(self.environment["REDIS_URL"], 1)) as cache:
            cache.flushdb()
        self.start()

    def run(self, *arguments: str) -> str:
        """Run a module of Python in the server's environment and return what it prints."""
        done = subprocess.run(
            [sys.executable, *arguments],
            env=dict(self.environment),
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{self.name}: {done.stdout}{done.stderr}")
        return done.stdout
