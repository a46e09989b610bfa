"""All rows of a database as one short text: equal when nothing at all differs."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.db import connection

NEVER_CHANGED = {"django_migrations", "django_content_type", "auth_permission"}


def names(cursor: Any) -> list[str]:
    """The tables that a sweep might write, by name."""
    cursor.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        if connection.vendor == "sqlite"
        else "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
    )
    return sorted({name for (name,) in cursor.fetchall()} - NEVER_CHANGED)


def digest(cursor: Any) -> str:
    """What `names` hold, in no order."""
    tables = names(cursor)
    said = sha256()
    if connection.vendor == "sqlite":
        for name in tables:
            cursor.execute(f'SELECT * FROM "{name}"')
            said.update(repr((name, sorted(map(repr, cursor.fetchall())))).encode())
    else:
        text = "string_agg(one::text, '|' ORDER BY one::text)"
        cursor.execute(" UNION ALL ".join(f"SELECT '{name}', md5({text}) FROM \"{name}\" one" for name in tables))
        said.update(repr(sorted(cursor.fetchall(), key=str)).encode())
    return said.hexdigest()
