"""Code of the version before goes on working on a database that is one version ahead (docs/upgrade.md, Without downtime)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.db import migrations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.models import NOT_PROVIDED, IntegerField

ROOT = Path(__file__).resolve().parent.parent.parent
INITIAL = 1
"""The number of the first migration of each app, which no earlier version meets."""
TAKES_AWAY = (migrations.RemoveField, migrations.RenameField, migrations.RenameModel, migrations.DeleteModel)


def operations(listed: list[Operation]) -> Iterator[Operation]:
    """Those that change the database."""
    for one in listed:
        if isinstance(one, migrations.SeparateDatabaseAndState):
            yield from operations(one.database_operations)
        else:
            yield one


def offences(operation: Operation, created: set[str]) -> Iterator[str]:
    """Why old code would stumble over it. What the same migration has created, old code does not know."""
    name = getattr(operation, "model_name", getattr(operation, "name", ""))
    if isinstance(operation, TAKES_AWAY):
        yield f"{operation.describe()}: the version before still names it"
    if isinstance(operation, migrations.AddField) and name.lower() not in created:
        field = operation.field
        if not (field.null or field.many_to_many or field.db_default is not NOT_PROVIDED):
            yield f"{operation.describe()}: an INSERT of the version before is refused without null or db_default"


def promised() -> Iterator[migrations.Migration]:
    """Migrations of this project's apps that are younger than the promise."""
    ours = {config.label for config in apps.get_app_configs() if Path(config.path).parent == ROOT}
    for (app, name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        if app in ours and int(name[:4]) > INITIAL:
            yield migration


def test_no_migration_breaks_the_version_before():
    found = []
    for migration in promised():
        created: set[str] = set()
        for operation in operations(migration.operations):
            if isinstance(operation, migrations.CreateModel):
                created.add(operation.name.lower())
            found += [f"{migration}: {why}" for why in offences(operation, created)]
    assert found == []


@pytest.mark.parametrize(
    ("operation", "breaks"),
    [
        (migrations.RemoveField("user", "looks"), True),
        (migrations.AddField("user", "size", IntegerField()), True),
        (migrations.AddField("user", "size", IntegerField(null=True)), False),
        (migrations.AddField("user", "size", IntegerField(db_default=3)), False),
    ],
)
def test_what_breaks_it_would_be_found(operation, breaks):
    assert bool([*offences(operation, set())]) == breaks
