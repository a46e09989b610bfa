"""How the database is emptied after a test that commits: only what has rows, and what stands in every new database stays.

Django empties all hundred tables and makes content types and permissions anew each time, half a second of a test that may take a
tenth. Here it does so once for each database, and again where a test has changed what stands.
"""

from __future__ import annotations

from typing import Any

STANDING = ("django_content_type", "auth_permission")
"""Tables whose rows Django makes itself after the migrations."""
KEPT = {"django_migrations", *STANDING}
LARGE = 256 * 1024
"""Bytes from which on PostgreSQL had better begin a table anew than mark all its rows as deleted."""

_standing: dict[str, object] = {}


def pytest_configure() -> None:
    """Once, for all tests of this process that commit."""
    from django.test import TransactionTestCase

    by_django = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def emptied(test: TransactionTestCase) -> None:
        from django.db import connection

        if not empty(connection):
            by_django(test)
            _standing[connection.settings_dict["NAME"]] = _read(connection)

    TransactionTestCase._fixture_teardown = emptied  # type: ignore[attr-defined]


def empty(connection: Any) -> bool:
    """Delete every row that is not standing. False, and nothing done, where those are not as they were."""
    with connection.cursor() as cursor:
        tables = [name for name in connection.introspection.table_names(cursor) if name not in KEPT]
        if _standing.get(connection.settings_dict["NAME"]) != _read(connection):
            return False
        if connection.vendor == "sqlite":
            _empty_sqlite(cursor, tables)
        else:
            empty_postgres(cursor, tables)
    return True


def _read(connection: Any) -> object:
    """What tells that nobody has added to the standing rows, or taken one away."""
    with connection.cursor() as cursor:
        asked = ", ".join(f"(SELECT count(*) FROM {name}), (SELECT max(id) FROM {name})" for name in STANDING)
        cursor.execute(f"SELECT {asked}")
        return cursor.fetchone()


def _empty_sqlite(cursor: Any, tables: list[str]) -> None:
    cursor.execute("SELECT " + ", ".join(f'EXISTS (SELECT 1 FROM "{name}")' for name in tables))
    filled = [name for name, is_filled in zip(tables, cursor.fetchone(), strict=True) if is_filled]
    cursor.execute("PRAGMA foreign_keys = OFF")
    cursor.execute("BEGIN IMMEDIATE")
    for name in filled:
        cursor.execute(f'DELETE FROM "{name}"')
    cursor.execute("DELETE FROM sqlite_sequence")  # numbers begin anew, or a later one meets one that a test has chosen
    cursor.execute("COMMIT")
    cursor.execute("PRAGMA foreign_keys = ON")


def empty_postgres(cursor: Any, tables: list[str]) -> None:
    """Rows are deleted one table after the other, in the role of a replica: foreign keys are not asked for."""
    cursor.execute(
        "SELECT relname, pg_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND relname = ANY(%s)", [tables]
    )
    sizes = {name: size for name, size in cursor.fetchall() if size}
    large = [f'"{name}"' for name, size in sizes.items() if size >= LARGE]
    cursor.execute(
        "; ".join(
            [
                "SET session_replication_role = replica",
                *(f'DELETE FROM "{name}"' for name, size in sizes.items() if size < LARGE),
                *([f"TRUNCATE {', '.join(large)} CASCADE"] if large else []),
                "SET session_replication_role = DEFAULT",
            ]
        )
    )
