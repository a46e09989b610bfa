"""Code of the version before goes on working on a database that is one version ahead (docs/upgrade.md, Without downtime)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.db import migrations
from django.db.migrations.loader import MigrationLoader
from django.db.models import ForeignKey, IntegerField, Model, UniqueConstraint

from stpete_site import migrating

ROOT = Path(__file__).resolve().parent.parent.parent
INITIAL = 1
"""The number of the first migration of each app, which no earlier version meets."""


def promised() -> Iterator[migrations.Migration]:
    """Migrations of this project's apps that are younger than the promise."""
    ours = {config.label for config in apps.get_app_configs() if Path(config.path).parent == ROOT}
    for (app, name), migration in sorted(MigrationLoader(None).disk_migrations.items()):
        if app in ours and int(name[:4]) > INITIAL:
            yield migration


def test_no_migration_breaks_the_version_before():
    assert [*migrating.offences(promised())] == []


def _indexed_first(model: type[Model]) -> set[str]:
    """The fields with which an index over all rows begins, those of foreign keys apart."""
    uniques = [one.fields for one in model._meta.constraints if isinstance(one, UniqueConstraint) and not one.condition]
    indexes = [one.fields for one in model._meta.indexes if not one.condition]
    return {fields[0].lstrip("-") for fields in (*uniques, *indexes) if fields}


def test_no_foreign_key_is_indexed_twice():
    """Each move would write both, and the planner sometimes takes the worse one."""
    fields = [
        field
        for config in apps.get_app_configs()
        if Path(config.path).parent == ROOT
        for model in config.get_models()
        for field in model._meta.local_fields
        if isinstance(field, ForeignKey) and field.name in _indexed_first(model)
    ]
    assert len(fields) > 30
    assert [str(field) for field in fields if field.db_index and not field.unique] == []


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
    assert bool([*migrating.stumbles(operation, set())]) == breaks
