"""`manage.py backup FILE or FOLDER`: a whole copy of the database, taken while the site runs."""

import os
import re
import shutil
import sqlite3
import subprocess
from argparse import ArgumentParser
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.timezone import now
from psycopg.conninfo import make_conninfo

from stpete_site import checks

STAMP = "%Y%m%dT%H%M%SZ"
_OURS = re.compile(r"stpete-(\d{8}T\d{6}Z)\.(?:sqlite3|dump)")


class Command(BaseCommand):
    """Copy SQLite page by page with its own backup, which lets writers in between, or PostgreSQL with pg_dump. Never half a file.

    The file is its owner's alone from its first byte, whatever the umask: it holds sessions and secrets of games.
    """

    help = "Copies the database to a file while the site runs, or to a new file in a folder and deletes old ones there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("target", type=Path, help="file, which is overwritten; or folder")
        parser.add_argument("--daily", type=int, default=7, metavar="N", help="in a folder: days to keep (7)")
        parser.add_argument("--weekly", type=int, default=5, metavar="N", help="in a folder: weeks to keep (5)")

    def handle(self, *args: object, target: Path, daily: int, weekly: int, **options: object) -> None:
        if not target.parent.is_dir():
            raise CommandError(f"The folder {target.parent} does not exist. Create it first.")
        if daily < 1 or weekly < 0:
            raise CommandError("Keep at least one day: --daily 1.")
        moment, folder = now(), target if target.is_dir() else None
        if folder is not None:
            kind = "sqlite3" if connection.vendor == "sqlite" else "dump"
            target = folder / f"stpete-{moment.astimezone(UTC).strftime(STAMP)}.{kind}"
        self._write(target)
        if folder is not None:
            key = Path(settings.HOME) / "secret-key"
            if key.exists():  # without it everybody would have to sign in again after a restore
                shutil.copy(key, folder / key.name)
            for path in outdated(folder.iterdir(), daily=daily, weekly=weekly):
                path.unlink()
                self.stdout.write(f"{path}: deleted")
        with suppress(OSError):  # the backup is there all the same
            checks.note_backup(target, now=moment)
        self.stdout.write(f"{target}: {target.stat().st_size} bytes")

    def _write(self, target: Path) -> None:
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        try:
            os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise CommandError(f"{target.parent} is not writable ({error.strerror}).") from error
        try:
            _copy(draft) if connection.vendor == "sqlite" else _dump(draft)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)


def _copy(draft: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(draft)) as copy:
        connection.connection.backup(copy)


def _dump(draft: Path) -> None:
    """The password goes through the environment: everybody on the machine reads command lines."""
    at = connection.settings_dict
    where = make_conninfo(
        dbname=at["NAME"], user=at["USER"] or None, host=at["HOST"] or None, port=at["PORT"] or None, **at["OPTIONS"]
    )
    environment = {**os.environ, **({"PGPASSWORD": at["PASSWORD"]} if at["PASSWORD"] else {})}
    command = ["pg_dump", "--format=custom", "--file", str(draft), "--dbname", where]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise CommandError("pg_dump is missing. Install it (apt-get install postgresql-client).") from error
    if done.returncode:
        raise CommandError(f"pg_dump failed: {done.stderr.strip()}")


def outdated(paths: Iterable[Path], *, daily: int, weekly: int) -> list[Path]:
    """All but the last one of each of the last `daily` days that have any, and of each of the last `weekly` such weeks. What has
    another name is not ours."""
    named = {path: match[1] for path in paths if (match := _OURS.fullmatch(path.name))}
    newest_first = sorted(named, key=lambda path: named[path], reverse=True)
    times = {path: datetime.strptime(named[path], STAMP).replace(tzinfo=UTC) for path in newest_first}
    periods: tuple[tuple[int, Callable[[datetime], object]], ...] = (
        (daily, datetime.date),
        (weekly, lambda at: at.isocalendar()[:2]),
    )
    kept: set[Path] = set()
    for many, period in periods:
        last: dict[object, Path] = {}
        for path in newest_first:
            last.setdefault(period(times[path]), path)
        kept.update(list(last.values())[:many])
    return [path for path in newest_first if path not in kept]
