"""Queries of the ORM whose SQL is made once in the life of a process: for those that many pages ask, making the SQL costs more
than running it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from django.db import connections, models
from django.db.transaction import TransactionManagementError

M = TypeVar("M", bound=models.Model)

NUMBER, MOMENT, TEXT = 2_000_000_001, datetime(2999, 1, 1, tzinfo=UTC), "\ue000"
"""The first of those that stand for the arguments while the SQL is made: such as a column can hold, and as no row has."""
_DERIVED = re.compile(r"(29|30)\d\d-\d\d-\d\d ")
"""A moment that was reckoned from one of those."""
LARGEST = 2**63 - 1
ALIAS = "default"


def row_number(text: str) -> int:
    """The number of a row that somebody sent; 0, which no row has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


Argument = int | datetime | str
AS_THEY_ARE = models.BooleanField, models.CharField, models.IntegerField, models.TextField
"""Fields whose values go into a statement as they are; asking the field for each of them costs more."""


class Made(NamedTuple):
    """The statement, its parameters, at which of them which argument stands, what makes Python of the columns, and whether it
    locks the rows."""

    sql: str
    parameters: list[Any]
    places: list[tuple[int, int]]
    converters: list[tuple[int, list[Callable[..., Any]], Any]]
    locks: bool

    def converted(self, rows: Sequence[Sequence[Any]]) -> list[Sequence[Any]]:
        """The rows in Python's values. Where a column holds nothing there is nothing to convert."""
        found, connection = [list(row) for row in rows], connections[ALIAS]
        for place, converters, expression in self.converters:
            for row in found:
                if (value := row[place]) is not None:
                    for converter in converters:
                        value = converter(value, expression, connection)
                    row[place] = value
        return found  # type: ignore[return-value]

    def filled(self, arguments: Sequence[Argument]) -> list[Any]:
        given = [_adapted(one) for one in arguments]
        parameters = self.parameters.copy()
        for place, argument in self.places:
            parameters[place] = given[argument]
        return parameters


class Prepared:
    """`Prepared(build, 2)(7, 120)` gives the rows of `build(7, 120)`, a `values_list` that differs only in whole numbers, and after
    them in `moments` points of time and `texts`."""

    def __init__(
        self, build: Callable[..., models.QuerySet[Any, Any]], numbers: int, *, moments: int = 0, texts: int = 0
    ) -> None:
        self._build = build
        self._stand_ins: list[Argument] = [
            *range(NUMBER, NUMBER + numbers),
            *(MOMENT + timedelta(days=day) for day in range(moments)),
            *(TEXT * (length + 1) for length in range(texts)),
        ]
        self._made: Made | None = None
        self._making = Lock()  # what `build` is made of need not bear two threads at once

    def __call__(self, *arguments: Argument) -> list[Sequence[Any]]:
        if self._is_beyond_any_column(arguments):
            return []
        made = self._ready()
        rows = _rows(made.sql, made.filled(arguments))
        return made.converted(rows) if made.converters else rows

    def count(self, *arguments: Argument) -> int:
        """How many rows that would be; reading them is spared."""
        if self._is_beyond_any_column(arguments):
            return 0
        made = self._ready()
        return int(_rows(f"SELECT COUNT(*) FROM ({made.sql}) found", made.filled(arguments))[0][0])

    def _is_beyond_any_column(self, arguments: Sequence[Argument]) -> bool:
        """No row has such a number, and no column can be asked for it."""
        if len(arguments) != len(self._stand_ins):
            raise TypeError(f"{len(self._stand_ins)} arguments, not {len(arguments)}")
        return any(isinstance(one, int) and abs(one) > LARGEST for one in arguments)

    def _ready(self) -> Made:
        """The statement. One that locks rows is refused outside of a transaction each time, as the ORM refuses it."""
        made = self._made or self._make()
        if made.locks and not connections[ALIAS].in_atomic_block:
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        return made

    def _make(self) -> Made:
        with self._making:
            self._made = self._made or self._made_now()
            return self._made

    def _made_now(self) -> Made:
        query = self._build(*self._stand_ins).using(ALIAS).query
        compiler = query.get_compiler(using=ALIAS)
        sql, parameters = compiler.as_sql()
        stand_ins = [_adapted(one) for one in self._stand_ins]
        if missing := [one for one in stand_ins if one not in parameters]:
            raise ValueError(f"The query does not compare with its arguments as they are: {missing}")
        if derived := [one for one in parameters if _DERIVED.match(str(one)) and one not in stand_ins]:
            raise ValueError(f"The query reckons with its moments, which stay those of the stand-ins: {derived}")
        places = [(place, stand_ins.index(one)) for place, one in enumerate(parameters) if one in stand_ins]
        found = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        converters = [(place, *one) for place, one in found.items()]
        return Made(sql, list(parameters), places, converters, bool(query.select_for_update))


class Insert(Generic[M]):
    """`bulk_create` of a few rows, by a statement that is made once for each number of rows.

    With `changes`, a row that is there already gets these fields instead; with `once` it stays as it is, and keys are not given.
    """

    def __init__(self, model: type[M], *, changes: Sequence[str] = (), once: bool = False) -> None:
        fields = model._meta.concrete_fields
        self._gives_keys = not changes and not once
        self._fields = [field for field in fields if changes or not field.primary_key]
        quoted = connections[ALIAS].ops.quote_name
        columns = [quoted(str(field.column)) for field in self._fields]
        self._head = f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES "
        self._line = f"({', '.join(['%s'] * len(columns))})"
        self._tail = " ON CONFLICT DO NOTHING" if once else " RETURNING id"
        if changes:
            changed = [quoted(str(field.column)) for field in fields if field.name in changes]
            self._tail = f" ON CONFLICT (id) DO UPDATE SET {', '.join(f'{one} = excluded.{one}' for one in changed)}"

    def __call__(self, rows: Sequence[M]) -> None:
        """Write the rows; new ones get their keys."""
        if not rows:
            return
        connection = connections[ALIAS]
        values = [value for row in rows for value in _values(row, self._fields)]
        sql = self._head + ", ".join([self._line] * len(rows)) + self._tail
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            if self._gives_keys:
                for row, (key,) in zip(rows, cursor.fetchall(), strict=True):
                    row.pk = key


class Update(Generic[M]):
    """`filter(...).update(...)` of one row by the values of an object, with a statement that is made once: the row that has these
    values in the fields of `which` gets those of `changes`."""

    def __init__(self, model: type[M], *, changes: Sequence[str], which: Sequence[str]) -> None:
        quoted = connections[ALIAS].ops.quote_name
        by_name = {field.name: field for field in model._meta.concrete_fields}
        self._changes = [by_name[name] for name in changes]
        sets, conditions = ([f"{quoted(str(by_name[name].column))} = %s" for name in some] for some in (changes, which))
        self._sql = f"UPDATE {model._meta.db_table} SET {', '.join(sets)} WHERE {' AND '.join(conditions)}"

    def __call__(self, row: M, *which: int | str) -> bool:
        with connections[ALIAS].cursor() as cursor:
            cursor.execute(self._sql, [*_values(row, self._changes), *which])
            return bool(cursor.rowcount)


def add_up(model: type[models.Model], sums: Mapping[tuple[Any, ...], Sequence[int]], *, key: Sequence[str]) -> None:
    """Add to the columns beside the `key`, in rows that are made where they are missing. One statement for a thousand rows, taken
    in the order of their keys, so that of two transactions only one waits for the other."""
    added_to = [field.column for field in model._meta.concrete_fields if field.column not in ("id", *key)]
    columns = [f'"{name}"' for name in (*key, *added_to)]
    table, rows = model._meta.db_table, [(*one, *sums[one]) for one in sorted(sums)]
    added = ", ".join(f"{one} = {table}.{one} + excluded.{one}" for one in columns[len(key) :])
    for start in range(0, len(rows), 1000):
        some = rows[start : start + 1000]
        lines = ", ".join([f"({', '.join(['%s'] * len(columns))})"] * len(some))
        with connections[ALIAS].cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES {lines} "
                f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {added}",
                [value for row in some for value in row],
            )


def _values(row: models.Model, fields: Iterable[models.Field[Any, Any]]) -> list[Any]:
    """What the row has in these fields, for a statement."""
    connection = connections[ALIAS]
    return [
        value if isinstance(field, AS_THEY_ARE) else field.get_db_prep_save(value, connection)
        for field in fields
        for value in (getattr(row, field.attname),)
    ]


def _rows(sql: str, parameters: Sequence[Any]) -> list[Any]:
    with connections[ALIAS].cursor() as cursor:
        cursor.execute(sql, parameters)
        rows: list[Any] = cursor.fetchall()
    return rows


def _adapted(argument: Argument) -> Any:
    """As it stands among the parameters of a statement: SQLite keeps points of time as text."""
    return connections[ALIAS].ops.adapt_datetimefield_value(argument) if isinstance(argument, datetime) else argument


class Columns(Generic[M]):
    """The columns of one model among those of a joined row, `after` those of another: which to ask for, and what they make."""

    def __init__(
        self, model: type[M], path: str = "", *, after: "Columns[Any] | None" = None, without: Iterable[str] = ()
    ) -> None:
        self.model = model
        self.fields = [field.attname for field in model._meta.concrete_fields if field.attname not in without]
        self.asked = [f"{path}__{name}" if path else name for name in self.fields]
        self.start: int = after.end if after else 0
        self.end: int = self.start + len(self.fields)

    def take(self, row: Sequence[Any]) -> M:
        return self.model.from_db("default", self.fields, row[self.start : self.end])

    def find(self, row: Sequence[Any]) -> M | None:
        """The same; None where an outer join found nothing."""
        return None if row[self.start] is None else self.take(row)
