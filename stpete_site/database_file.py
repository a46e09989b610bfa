"""The file of SQLite: whether it is whole, and where its last backup lies."""

from __future__ import annotations

import json
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Damaged(Exception):
    """The sentence says which file, what is wrong, and what to do."""


def look_through() -> None:
    """Read the whole file, as fast as the disk gives it. Raises Damaged; on PostgreSQL nothing is done."""
    if connection.vendor != "sqlite":
        return
    try:
        with connection.cursor() as cursor:
            found = str(cursor.execute("PRAGMA quick_check(1)").fetchone()[0])
    except DatabaseError as error:
        if getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF not in DAMAGED:
            raise
        found = str(error)
    if found != "ok":
        raise Damaged(
            f"The database file {settings.DATABASES['default']['NAME']} is damaged ({' '.join(found.split())})."
            f" Nothing was changed. {_last_backup()} docs/deploy.md, section 7, says how to restore one."
        )


def note_backup(target: Path, *, now: datetime) -> None:
    """Remember where a backup was written, for the day on which it is needed."""
    _note().write_text(json.dumps({"file": str(target.resolve()), "at": now.astimezone(UTC).isoformat()}))


def _last_backup() -> str:
    try:
        found = json.loads(_note().read_text())
        return (
            f"The last backup is {found['file']}, made on {datetime.fromisoformat(found['at']):%d %B %Y at %H:%M} UTC."
        )
    except (OSError, ValueError, KeyError, TypeError):
        return "No backup was made here by ./stpete manage backup."


def _note() -> Path:
    return Path(settings.HOME) / "last-backup.json"
