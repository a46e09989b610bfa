"""Whether code of the version before bears a migration, as an update without an outage asks (docs/upgrade.md)."""

from collections.abc import Iterable, Iterator

from django.db import connection, migrations
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.models import NOT_PROVIDED

TAKES_AWAY = (migrations.RemoveField, migrations.RenameField, migrations.RenameModel, migrations.DeleteModel)


def steps() -> list[migrations.Migration]:
    executor = MigrationExecutor(connection)
    return [migration for migration, _backwards in executor.migration_plan(executor.loader.graph.leaf_nodes())]


def offences(listed: Iterable[migrations.Migration]) -> Iterator[str]:
    """Why old code would stumble over them: one line each."""
    for migration in listed:
        created: set[str] = set()  # what the same migration has created, old code does not know
        for operation in _operations(migration.operations):
            if isinstance(operation, migrations.CreateModel):
                created.add(operation.name.lower())
            yield from (f"{migration}: {operation.describe()}: {why}" for why in stumbles(operation, created))


def stumbles(operation: Operation, created: set[str]) -> Iterator[str]:
    """Why old code would stumble over it."""
    name = getattr(operation, "model_name", getattr(operation, "name", ""))
    if isinstance(operation, TAKES_AWAY):
        yield "the version before still names it"
    if isinstance(operation, migrations.AddField) and name.lower() not in created:
        field = operation.field
        if not (field.null or field.many_to_many or field.db_default is not NOT_PROVIDED):
            yield "an INSERT of the version before is refused without null or db_default"


def _operations(listed: Iterable[Operation]) -> Iterator[Operation]:
    for one in listed:
        if isinstance(one, migrations.SeparateDatabaseAndState):
            yield from _operations(one.database_operations)
        else:
            yield one
