"""Queries of the ORM whose SQL is made once in the life of a process: for the few that every page asks, making the SQL costs more
than running it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from django.db import connections, models
from django.db.models.sql.compiler import SQLCompiler

M = TypeVar("M", bound=models.Model)

STAND_INS = range(2_000_000_001, 2_000_000_009)
"""Numbers that stand for the arguments while the SQL is made: such as a column can hold, and as no row has."""
LARGEST = 2**63 - 1

Made = tuple[str, tuple[object, ...], SQLCompiler, dict[int, Any]]
"""The statement, its parameters, and what makes Python of the columns."""


class Prepared:
    """`Prepared(build, 2)(7, 120)` gives the rows of `build(7, 120)`, a `values_list` that differs only in whole numbers."""

    def __init__(self, build: Callable[..., models.QuerySet[Any, Any]], arguments: int) -> None:
        self._build, self._arguments = build, arguments
        self._made: dict[str, Made] = {}

    def __call__(self, *arguments: int) -> list[Sequence[Any]]:
        alias = "default"
        if any(abs(one) > LARGEST for one in arguments):
            return []  # no row has such a number, and no column can be asked for it
        sql, parameters, compiler, converters = self._made.get(alias) or self._make(alias)
        given = dict(zip(STAND_INS, arguments, strict=False))
        filled: list[Any] = [given.get(one, one) if isinstance(one, int) else one for one in parameters]
        with connections[alias].cursor() as cursor:
            cursor.execute(sql, filled)
            rows = cursor.fetchall()
        return list(compiler.apply_converters(rows, converters)) if converters else rows

    def _make(self, alias: str) -> Made:
        query = self._build(*STAND_INS[: self._arguments]).using(alias).query
        compiler = query.get_compiler(using=alias)
        sql, parameters = compiler.as_sql()
        if missing := {*STAND_INS[: self._arguments]} - {one for one in parameters if isinstance(one, int)}:
            raise ValueError(f"The query does not compare with its arguments as they are: {sorted(missing)}")
        converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        self._made[alias] = sql, tuple(parameters), compiler, converters
        return self._made[alias]


class Columns(Generic[M]):
    """The columns of one model among those of a joined row, `after` those of another: which to ask for, and what they make."""

    def __init__(
        self, model: type[M], path: str = "", *, after: Columns[Any] | None = None, without: Iterable[str] = ()
    ) -> None:
        self.model = model
        self.fields = [field.attname for field in model._meta.concrete_fields if field.attname not in without]
        self.asked = [f"{path}__{name}" if path else name for name in self.fields]
        self.start: int = after.end if after else 0
        self.end: int = self.start + len(self.fields)

    def take(self, row: Sequence[Any]) -> M:
        """The object that stands in this row."""
        return self.model.from_db("default", self.fields, row[self.start : self.end])

    def find(self, row: Sequence[Any]) -> M | None:
        """The same; None where an outer join found nothing."""
        return None if row[self.start] is None else self.take(row)
