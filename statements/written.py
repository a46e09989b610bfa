"""Rows written by SQL that is made once in the life of a process: for what every move writes, making the SQL costs more than
running it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, TypeVar

from django.db import connections, models
from django.db.models.constants import OnConflict

from .prepared import ALIAS

M = TypeVar("M", bound=models.Model)

MOST = 40
"""Rows a statement: below the number of parameters that a database takes, and a bound to what is kept."""

_AS_IT_IS: dict[type, type] = {
    **dict.fromkeys((models.BigAutoField, models.ForeignKey, models.IntegerField, models.BigIntegerField), int),
    **dict.fromkeys((models.PositiveIntegerField, models.PositiveSmallIntegerField, models.SmallIntegerField), int),
    **dict.fromkeys((models.CharField, models.TextField), str),
    models.BooleanField: bool,
}
"""Kinds of fields that write such a value, and None, as it is: asking them costs more than all the rest of a row."""


def _written(field: Any, value: Any, connection: Any) -> Any:
    """The parameter that stands for this value of the field."""
    as_it_is = _AS_IT_IS.get(type(field))
    if as_it_is and (value is None or type(value) is as_it_is):
        return value
    return field.get_db_prep_save(value, connection)


class Inserted(Generic[M]):
    """`Inserted(LogRow)(rows)` does what `LogRow.objects.bulk_create(rows)` does; the rows get their keys.

    With `ignoring`, rows that are there already stay as they are, and no row gets its key. With `changing`, all rows have a key,
    and those that are there get these fields. A field whose value the database would have to make is refused (TypeError).
    """

    def __init__(self, model: type[M], *, ignoring: bool = False, changing: Sequence[str] = ()) -> None:
        self._model = model
        self._conflict = OnConflict.IGNORE if ignoring else OnConflict.UPDATE if changing else None
        fields: dict[str, Any] = {field.name: field for field in model._meta.concrete_fields}
        self._changing = [fields[name].column for name in changing]
        self._fields = [one for one in fields.values() if changing or not one.primary_key]
        if made := [one.name for one in self._fields if one.has_db_default() or one.generated]:
            raise TypeError(f"The database makes {', '.join(made)} of {model.__name__}")
        self._sql: dict[int, str] = {}  # by the number of rows

    def __call__(self, rows: Iterable[M]) -> None:
        rows = list(rows)
        for start in range(0, len(rows), MOST):
            self._insert(rows[start : start + MOST])

    def _insert(self, rows: Sequence[M]) -> None:
        connection = connections[ALIAS]
        parameters = [_written(field, field.pre_save(row, True), connection) for row in rows for field in self._fields]
        with connection.cursor() as cursor:
            cursor.execute(self._sql.get(len(rows)) or self._made(len(rows)), parameters)
            keys = cursor.fetchall() if self._returns else ()
        for row, (key,) in zip(rows, keys, strict=False):
            row.pk = key
        for row in rows:
            row._state.adding, row._state.db = False, ALIAS

    @property
    def _returns(self) -> bool:
        return self._conflict is None and connections[ALIAS].features.can_return_rows_from_bulk_insert

    def _made(self, number: int) -> str:
        ops: Any = connections[ALIAS].ops
        meta = self._model._meta
        columns = ", ".join(ops.quote_name(field.column) for field in self._fields)
        row = f"({', '.join(['%s'] * len(self._fields))})"
        suffix = ops.on_conflict_suffix_sql(self._fields, self._conflict, self._changing, [meta.pk.column])
        if self._returns:
            suffix, _parameters = ops.return_insert_columns([meta.pk])
        start = f"{ops.insert_statement(on_conflict=self._conflict)} {ops.quote_name(meta.db_table)}"
        self._sql[number] = sql = f"{start} ({columns}) VALUES {', '.join([row] * number)} {suffix}"
        return sql


class Changed(Generic[M]):
    """`Changed(Game, ["ply"], where=["version"])(game, [6])` does what `Game.objects.filter(pk=…, version=6).update(ply=…)` does
    with the game's own ply: how many rows it found."""

    def __init__(self, model: type[M], fields: Sequence[str], *, where: Sequence[str] = ()) -> None:
        meta = model._meta
        self._table, self._pk = meta.db_table, meta.pk
        self._fields: list[Any] = [meta.get_field(name) for name in fields]
        self._where: list[Any] = [meta.get_field(name) for name in where]
        self._sql = ""

    def __call__(self, row: M, found: Sequence[object] = ()) -> int:
        connection = connections[ALIAS]
        values = [(field, getattr(row, field.attname)) for field in self._fields]
        values += zip((self._pk, *self._where), (row.pk, *found), strict=True)
        parameters = [_written(field, value, connection) for field, value in values]
        with connection.cursor() as cursor:
            cursor.execute(self._sql or self._made(), parameters)
            return int(cursor.rowcount)

    def _made(self) -> str:
        quoted = connections[ALIAS].ops.quote_name
        changes = ", ".join(f"{quoted(field.column)} = %s" for field in self._fields)
        found = " AND ".join(f"{quoted(field.column)} = %s" for field in (self._pk, *self._where))
        self._sql = f"UPDATE {quoted(self._table)} SET {changes} WHERE {found}"
        return self._sql
