"""One database as a pattern, and as many copies of it as a proof wants, each for processes of its own.

The process that makes copies never has a connection open: all work is done in forked children.
"""

from __future__ import annotations

import multiprocessing
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from django.db import connection

from tests.servers import psycopg_connection

FORK = multiprocessing.get_context("fork")


def copy(pattern: str, name: str) -> str:
    """A new database with what the pattern holds; nobody may be connected to either. Returns its name."""
    forget(name)
    if connection.vendor == "sqlite":
        shutil.copyfile(pattern, name)
        return name
    with psycopg_connection(_server()) as server:
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{pattern}"')
    return name


def empty(name: str) -> str:
    """A new database without tables. Returns its name."""
    if connection.vendor == "sqlite":
        Path(name).unlink(missing_ok=True)
        return name
    return copy("template1", name)


def forget(name: str) -> None:
    """Drop a database, if it is there."""
    if connection.vendor == "sqlite":
        for tail in ("", "-wal", "-shm"):
            Path(name + tail).unlink(missing_ok=True)
        return
    with psycopg_connection(_server()) as server:
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _server() -> Path:
    return Path(connection.settings_dict["HOST"])


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
            raise RuntimeError(f"a child ended with status {self.process.exitcode}")
        return answer


def begin(database: str, work: Callable[[], Any]) -> Child:
    """Let a child do `work` with the site's rows in this database."""
    answers, mine = FORK.Pipe(duplex=False)

    def run() -> None:
        answers.close()
        connection.settings_dict["NAME"] = database
        try:
            mine.send(work())
        finally:
            connection.close()
            mine.close()

    process = FORK.Process(target=run)
    process.start()
    mine.close()
    return Child(process, answers)


def done(database: str, work: Callable[[], Any]) -> Any:
    """What the work of one child returned."""
    return begin(database, work).wait()
