"""One database that becomes again what it was, as often as a proof wants, and processes that work in it.

The process that does this has no connection open while a child works.
"""

from __future__ import annotations

import multiprocessing
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from django.db import connection

from stpete_site.supervisor.process import wait_until
from tests.emptied import empty_postgres
from tests.processes.tournament_kills.rows import digest, names
from tests.servers import psycopg_connection

FORK = multiprocessing.get_context("fork")


@dataclass
class Kept:
    """A database, and what it held: on SQLite a second file, on PostgreSQL a second schema with the rows."""

    database: str

    def __post_init__(self) -> None:
        if connection.vendor == "sqlite":
            shutil.copyfile(self.database, self._file)
            return
        with closing(psycopg_connection(_server(), self.database)) as server:
            cursor = server.cursor()
            filled = [name for name in names(cursor) if cursor.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone()]
            cursor.execute("CREATE SCHEMA kept")
            for name in filled:
                cursor.execute(f'CREATE TABLE kept."{name}" AS TABLE "{name}"')
            counted = cursor.execute("SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public'")
            self._back = "; ".join(
                [
                    "SET session_replication_role = replica",  # foreign keys are not asked for
                    *(f'INSERT INTO "{name}" OVERRIDING SYSTEM VALUE TABLE kept."{name}"' for name in filled),
                    *(f"SELECT setval('{name}', {last or 1}, {bool(last)})" for name, last in counted.fetchall()),
                ]
            )

    @property
    def _file(self) -> str:
        return f"{self.database}.kept"

    def restore(self) -> None:
        """Let the database hold what it held; numbers of rows are given from there on, too."""
        if connection.vendor == "sqlite":
            forget(self.database)
            shutil.copyfile(self._file, self.database)
            return
        _alone(self.database)
        with closing(psycopg_connection(_server(), self.database)) as server:
            cursor = server.cursor()
            empty_postgres(cursor, names(cursor))
            cursor.execute(self._back)

    def left(self) -> str:
        """A digest of all rows that are there now, when nobody works on them any more."""
        if connection.vendor == "sqlite":
            with closing(sqlite3.connect(self.database)) as file:
                return digest(file.cursor())
        _alone(self.database)
        with closing(psycopg_connection(_server(), self.database)) as server:
            return digest(server.cursor())


def empty(name: str) -> str:
    """A new database without tables. Returns its name."""
    return copy("template1" if connection.vendor == "postgresql" else "", name)


def copy(pattern: str, name: str) -> str:
    """A new database with what the pattern holds; nobody may be connected to either. Returns its name."""
    forget(name)
    if connection.vendor == "postgresql":
        with closing(psycopg_connection(_server())) as server:
            server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{pattern}"')
    elif pattern:
        shutil.copyfile(pattern, name)
    return name


def forget(name: str) -> None:
    """Drop a database, if it is there."""
    if connection.vendor == "sqlite":
        for tail in ("", "-wal", "-shm"):
            Path(name + tail).unlink(missing_ok=True)
        return
    with closing(psycopg_connection(_server())) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _server() -> Path:
    return Path(connection.settings_dict["HOST"])


def _alone(database: str) -> None:
    """Wait until the server has noticed who was killed, and has taken back what they had not committed."""
    with closing(psycopg_connection(_server())) as server:
        asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
        if not wait_until(lambda: server.execute(asked, [database]).fetchone() == (0,), seconds=200):
            raise RuntimeError(f"somebody is still at work in {database}")


@dataclass
class Child:
    """A process that works on one database."""

    process: Any
    answers: Connection

    def wait(self) -> Any:
        """What its function returned, None when it was killed. Raises RuntimeError when it failed."""
        answer = None
        with suppress(EOFError):
            answer = self.answers.recv()
        self.process.join()
        if self.process.exitcode not in (0, -9):
            raise RuntimeError(f"a child exited with status {self.process.exitcode}")
        return answer


@contextmanager
def inside(database: str) -> Iterator[None]:
    """The site's rows are those of this database."""
    before = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = database
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


def begin(database: str, work: Callable[[], Any]) -> Child:
    """Let a child do `work` with the site's rows in this database."""
    answers, mine = FORK.Pipe(duplex=False)

    def run() -> None:
        answers.close()
        with closing(mine), inside(database):
            mine.send(work())

    process = FORK.Process(target=run)
    process.start()
    mine.close()
    return Child(process, answers)


def done(database: str, work: Callable[[], Any]) -> Any:
    """What the work of one child returned."""
    return begin(database, work).wait()
