"""`manage.py backup FILE`: a whole copy of the SQLite database, taken while the site runs."""

from __future__ import annotations

import os
import sqlite3
from argparse import ArgumentParser
from contextlib import closing, suppress
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils.timezone import now

from stpete_site import checks


class Command(BaseCommand):
    """Copy the database page by page with SQLite's own backup; writers are let in between. Never half a file.

    The file is its owner's alone from its first byte, whatever the umask: it holds sessions and secrets of games.
    """

    help = "Copies the SQLite database to a file while the site runs (docs/deploy.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="target file; it is overwritten")

    def handle(self, *args: object, **options: object) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("The database is PostgreSQL: use pg_dump (docs/deploy.md, section 7).")
        target = options["file"]
        assert isinstance(target, Path)
        if not target.parent.is_dir():
            raise CommandError(f"The folder {target.parent} does not exist. Create it first.")
        if target.is_dir():
            raise CommandError(f"{target} is a folder. Give a file in it, such as {target / 'stpete.sqlite3'}.")
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        connection.ensure_connection()
        try:
            os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise CommandError(f"{target.parent} is not writable ({error.strerror}).") from error
        try:
            with closing(sqlite3.connect(draft)) as copy:
                connection.connection.backup(copy)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
        with suppress(OSError):  # the backup is there all the same
            checks.note_backup(target, now=now())
        self.stdout.write(f"{target}: {target.stat().st_size} bytes")
