"""Code of the version before goes on working on a database that is one version ahead (docs/upgrade.md, Without downtime)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.db import migrations
from django.db.migrations.loader import MigrationLoader
from django.db.models import IntegerField

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
