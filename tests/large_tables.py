"""PostgreSQL plans as if the tables of a test were large.

What it does with few rows hangs on how few they are and on whether it has counted them yet, so a test of a plan says both.
"""

from __future__ import annotations

from collections.abc import Collection

from django.apps import apps
from django.db.backends.utils import CursorWrapper


def plan_as_if_large(cursor: CursorWrapper, tables: Collection[str] | None = None, *, has_values: bool = True) -> None:
    """Until the transaction is rolled back these tables (default: all) hold a million rows each, however many pages earlier tests
    have left; with values, too, four of each value of a column, one of a unique one, nothing in half of the optional ones."""
    for model in apps.get_models():
        table = model._meta.db_table
        if tables is not None and table not in tables:
            continue
        cursor.execute(
            "SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', %s, 'relpages',"
            " greatest(1, pg_relation_size(%s) / 8192)::integer, 'reltuples', 1e6::real)",
            [table, table],
        )
        for field in model._meta.local_concrete_fields if has_values else ():
            counted = [table, field.column]
            cursor.execute("SELECT pg_clear_attribute_stats('public', %s, %s, false)", counted)
            cursor.execute(
                "SELECT pg_restore_attribute_stats('schemaname', 'public', 'relname', %s, 'attname', %s, 'inherited', false,"
                " 'avg_width', 8, 'null_frac', %s::real, 'n_distinct', %s::real)",
                [*counted, 0.5 if field.null else 0.0, -1.0 if field.unique else -0.25],
            )
