"""What a server has spent so far: CPU of its processes and statements of its database."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg

SQL = """
    SELECT coalesce(sum(calls), 0)::float8, coalesce(sum(total_exec_time), 0)::float8
    FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid WHERE datname = %s
"""


@dataclass(frozen=True, slots=True)
class Spent:
    """Milliseconds of CPU, and where the database counts them statements and the milliseconds it took to execute them."""

    cpu: float
    statements: float | None
    database: float | None

    def __sub__(self, before: Spent) -> Spent:
        statements = database = None
        if self.statements is not None and before.statements is not None:
            statements = self.statements - before.statements
        if self.database is not None and before.database is not None:
            database = self.database - before.database
        return Spent(self.cpu - before.cpu, statements, database)


@dataclass
class Meter:
    """Reads what the process `pid` and its descendants have spent. `connection` leads to the server of its database."""

    pid: int
    connection: psycopg.Connection | None = None
    database: str = ""

    def read(self) -> Spent:
        """What has been spent until now."""
        if self.connection is None:
            return Spent(cpu(self.pid), None, None)
        row = self.connection.execute(SQL, [self.database]).fetchone()
        assert row is not None
        return Spent(cpu(self.pid), *row)

    def read_idle(self) -> Spent:
        """As `read`, once the server has put away what belongs to the last answer."""
        last, until = -1.0, time.monotonic() + 0.5
        while last != (last := cpu(self.pid)) and time.monotonic() < until:
            time.sleep(0.005)
        return self.read()


def cpu(pid: int) -> float:
    """Milliseconds of CPU of a process and of its living descendants, by the clock of which /proc shows the ticks."""
    return 1e3 * sum(time.clock_gettime(~one << 3 | 2) for one in (pid, *descendants(pid)))


def descendants(pid: int) -> Iterator[int]:
    """The children of a process, their children and so on."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            yield child
            yield from descendants(child)
