"""What a migration does to rows, done to the rows of a test, with the tables and models of today: no later one has changed them.

To go back through the history of an app and forth again takes ten seconds; that the whole of it brings an older database along is
held once (infrastructure/test_upgrade.py, notices/test_moving_out.py).
"""

from __future__ import annotations

from importlib import import_module

from django.apps import apps
from django.db import connection
from django.db.migrations import CreateModel, DeleteModel, RunPython, RunSQL
from django.db.migrations.state import ProjectState


def move_rows(app: str, name: str) -> None:
    """Run the Python and the SQL of this migration once more. Models that it makes for the while are there for the while."""
    migration = import_module(f"{app}.migrations.{name}").Migration
    known, state = apps, None
    for operation in migration.operations:
        if isinstance(operation, CreateModel):
            state = state or ProjectState.from_apps(apps)
            operation.state_forwards(app, state)
            known = state.apps
        elif isinstance(operation, RunPython):
            operation.code(known, connection.schema_editor())
        elif isinstance(operation, RunSQL):
            with connection.cursor() as cursor:
                cursor.execute(operation.sql)
        else:
            assert isinstance(operation, DeleteModel), f"{name} changes tables: it cannot be run again"
