"""Pages of a list that may be long: each begins after a row, not after a number of rows, so the last one costs what the first does.

A row's place is its time and its number, as in `?before=1763812345678901.17`; `?after=` leads the other way, and from
`after=0.0` one sees the oldest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from django.http import QueryDict

Row = TypeVar("Row")
AnyModel = TypeVar("AnyModel", bound=Model)

OLDEST = "0.0"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row stands in a list that has the latest first."""

    at: datetime
    pk: int

    def __str__(self) -> str:
        return f"{(self.at - EPOCH) // timedelta(microseconds=1)}.{self.pk}"

    @classmethod
    def read(cls, text: str) -> Place | None:
        """None for what is no place."""
        time, _dot, number = text.partition(".")
        if not all(part.isascii() and part.isdigit() and len(part) < 18 for part in (time, number)):
            return None
        return cls(EPOCH + timedelta(microseconds=int(time)), int(number))


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows, the latest first, and the queries that lead to the rows before and after them; empty where there are none."""

    rows: Sequence[Row]
    newer: str = ""
    older: str = ""

    @property
    def is_all(self) -> bool:
        return not self.newer and not self.older


def page_of(
    found: QuerySet[AnyModel],
    field: str,
    query: QueryDict,
    *,
    size: int,
    read: Callable[[QuerySet[AnyModel]], list[Row]],
    place: Callable[[Row], Place],
) -> Page[Row]:
    """The page that `query` names, by `field` and number with the latest first; the first page for anything else. `read` takes
    one statement; a page to the newer side of which too little is left is the first one, and takes a second."""
    latest = (f"-{field}", "-pk")
    if (after := Place.read(query.get("after", ""))) is not None:
        newer = Q(**{f"{field}__gt": after.at}) | Q(**{field: after.at, "pk__gt": after.pk})
        rows = read(found.filter(newer, **{f"{field}__gte": after.at}).order_by(field, "pk")[: size + 1])
        if len(rows) > size:
            rows = rows[size - 1 :: -1]
            is_oldest = query["after"] == OLDEST
            return Page(rows, f"after={place(rows[0])}", "" if is_oldest else f"before={place(rows[-1])}")
        return _first(read(found.order_by(*latest)[: size + 1]), size, place)
    if (before := Place.read(query.get("before", ""))) is not None:
        older = Q(**{f"{field}__lt": before.at}) | Q(**{field: before.at, "pk__lt": before.pk})
        rows = read(found.filter(older, **{f"{field}__lte": before.at}).order_by(*latest)[: size + 1])
        shown = rows[:size]
        newer_of = f"after={place(shown[0])}" if shown else f"after={OLDEST}"
        return Page(shown, newer_of, f"before={place(shown[-1])}" if len(rows) > size else "")
    return _first(read(found.order_by(*latest)[: size + 1]), size, place)


def _first(rows: list[Row], size: int, place: Callable[[Row], Place]) -> Page[Row]:
    shown = rows[:size]
    return Page(shown, "", f"before={place(shown[-1])}" if len(rows) > size else "")
