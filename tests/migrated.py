"""The databases of the tests are migrated once: what came of it is kept, and every further one begins as a copy of it.

All migrations take about ten seconds of a process, and a run of the suite has eight databases. A copy is migrated too, which
then finds nothing to do. Kept under .pytest_cache by what the migrations say, so that a change of one makes a new database.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".pytest_cache" / "migrated"


class Migrated:
    """The kept database for the migrations as they are now, and the one that this process tests with."""

    lock: IO[str]

    def __init__(self) -> None:
        from django.conf import settings
        from django.db import connection

        FOLDER.mkdir(parents=True, exist_ok=True)
        self.is_sqlite = connection.vendor == "sqlite"
        self.kept = FOLDER / f"{connection.vendor}-{_what_migrations_say()}"
        self.name = str(connection.settings_dict["TEST"]["NAME"] or f"test_{connection.settings_dict['NAME']}")
        self.servers = Path(settings.TEST_DIR) / "postgres"

    def lay(self) -> bool:
        """Make the database of this process from what was kept; False when nothing was."""
        if not self.kept.exists():
            return False
        if self.is_sqlite:
            shutil.copyfile(self.kept, self.name)
        else:
            self.copy(self.name)
        return True

    def copy(self, name: str) -> None:
        """One more database on the server of the run, migrated, with no rows but those of migrations."""
        self._postgres("createdb", name)
        self.fill(name, self.servers)

    def fill(self, name: str, server: Path) -> None:
        """Make an empty database on the server in this folder such a one."""
        self._postgres("psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", str(self.kept), "-d", name, server=server)

    def keep(self) -> None:
        """Keep the database as it is after the migrations, and none of earlier ones."""
        for older in FOLDER.glob(f"{self.kept.name.split('-')[0]}-*"):
            older.unlink()
        made = self.kept.with_suffix(f".{os.getpid()}")
        if self.is_sqlite:
            with closing(sqlite3.connect(self.name)) as here, closing(sqlite3.connect(made)) as there:
                here.backup(there)
        else:
            self._postgres("pg_dump", "--no-owner", "-f", str(made), "-d", self.name)
        made.rename(self.kept)

    def _postgres(self, program: str, *arguments: str, server: Path | None = None) -> None:
        from tests.servers import postgres_binaries

        done = subprocess.run(
            [str(postgres_binaries()[0] / program), "-h", str(server or self.servers), "-U", "stpete", *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")


def _what_migrations_say() -> str:
    """A hash over the migrations of all apps, those of packages by the list of packages."""
    files = [*sorted(path for path in ROOT.glob("*/migrations/*.py")), ROOT / "requirements" / "test.txt"]
    said = hashlib.sha256()
    for path in (*files, ROOT / "stpete_site" / "settings.py"):
        said.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return said.hexdigest()[:16]


@pytest.fixture(scope="session")
def _migrated(django_db_modify_db_settings: None) -> Iterator[Migrated]:
    """For one process at a time until the database is there: none begins what another is about to keep."""
    migrated = Migrated()
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        migrated.lock = lock
        yield migrated


@pytest.fixture(scope="session")
def django_db_keepdb(_migrated: Migrated) -> bool:
    """Whether the database is there already, as a copy of the kept one."""
    return _migrated.lay()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_keepdb: bool, _migrated: Migrated) -> None:
    """As pytest-django does it; then a new database is kept for the others."""
    if not django_db_keepdb:
        _migrated.keep()
    fcntl.flock(_migrated.lock, fcntl.LOCK_UN)
