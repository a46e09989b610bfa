"""Pages of a list that may be long: each begins after a row, not after a number of rows, so the last one costs what the first does.

A row's place is its time and its number, as in `?before=1763812345678901.17`; `?after=` leads the other way, and from
`after=0.0` one sees the oldest.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db.models import Q, QuerySet
from django.http import QueryDict

from statements import LARGEST, MOMENT, Prepared

Row = TypeVar("Row")

OLDEST = "0.0"
COUNTED = 100
"""So many rows are counted; where there are more a page says "100+", and costs no more."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row stands in a list that has the latest first."""

    at: datetime
    pk: int

    def __str__(self) -> str:
        return f"{(self.at - EPOCH) // timedelta(microseconds=1)}.{self.pk}"

    @classmethod
    def read(cls, text: str) -> "Place | None":
        """None for what is no place."""
        time, _dot, number = text.partition(".")
        if not all(part.isascii() and part.isdigit() and len(part) < 18 for part in (time, number)):
            return None
        return cls(EPOCH + timedelta(microseconds=int(time)), int(number))


LATEST = Place(MOMENT, LARGEST)
"""After every row. The first page is what lies before it, because without a bound SQLite reads and sorts the whole table."""


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows, the latest first, and the queries that lead to the rows before and after them; empty where there are none."""

    rows: Sequence[Row]
    newer: str = ""
    older: str = ""

    @property
    def is_all(self) -> bool:
        return not self.newer and not self.older


class Listing(Generic[Row]):
    """A list whose rows have a place each, shown in pages of `size` with the latest first. Its statements are made once.

    `found` gives the games of the list, as a function of whole numbers, `numbers` of them; `field` is the time by which they
    are ordered. `columns` are read of each, and `row_of` makes a row of them.
    """

    def __init__(
        self,
        found: Callable[..., QuerySet[Any]],
        field: str,
        *,
        numbers: int,
        size: int,
        columns: Sequence[str],
        row_of: Callable[[Sequence[Any]], Row],
        place: Callable[[Row], Place],
    ) -> None:
        latest, oldest = (f"-{field}", "-pk"), (field, "pk")

        def newer(*given: Any) -> QuerySet[Any, Any]:
            *numbers, pk, at = given
            after = Q(**{f"{field}__gt": at}) | Q(**{field: at, "pk__gt": pk})
            rows = found(*numbers).filter(after, **{f"{field}__gte": at})
            return rows.order_by(*oldest).values_list(*columns)[: size + 1]

        def before(*given: Any) -> QuerySet[Any]:
            *numbers, pk, at = given
            before = Q(**{f"{field}__lt": at}) | Q(**{field: at, "pk__lt": pk})
            return found(*numbers).filter(before, **{f"{field}__lte": at}).order_by(*latest)

        def older(*given: Any) -> QuerySet[Any, Any]:
            return before(*given).values_list(*columns)[: size + 1]

        def counted(*given: Any) -> QuerySet[Any, Any]:
            return before(*given).values_list("pk")[:COUNTED]  # by the index that gives the pages

        self._newer, self._older, self._counted = (
            Prepared(one, numbers + 1, moments=1) for one in (newer, older, counted)
        )
        self._size, self._row_of, self.place = size, row_of, place

    def page(self, query: QueryDict, *numbers: int) -> Page[Row]:
        """The page that `query` names, the first page for anything else. One statement; a page to the newer side of which too
        little is left is the first one, and takes a second."""
        if (after := Place.read(query.get("after", ""))) is not None:
            rows = self._rows(self._newer(*numbers, after.pk, after.at))
            if len(rows) > self._size:
                rows = rows[self._size - 1 :: -1]
                is_oldest = query["after"] == OLDEST
                return Page(rows, f"after={self.place(rows[0])}", "" if is_oldest else f"before={self.place(rows[-1])}")
        elif (before := Place.read(query.get("before", ""))) is not None:
            rows = self._rows(self._older(*numbers, before.pk, before.at))
            newer_of = f"after={self.place(rows[0])}" if rows else f"after={OLDEST}"
            return Page(rows[: self._size], newer_of, self._beyond(rows))
        rows = self._rows(self._older(*numbers, LATEST.pk, LATEST.at))
        return Page(rows[: self._size], "", self._beyond(rows))

    def count(self, *numbers: int) -> int:
        """How many rows the list has, `COUNTED` for that many or more. One statement."""
        return self._counted.count(*numbers, LATEST.pk, LATEST.at)

    def _rows(self, found: Sequence[Sequence[Any]]) -> list[Row]:
        return [self._row_of(row) for row in found]

    def _beyond(self, rows: Sequence[Row]) -> str:
        """What leads to the older rows, of one more than a page has."""
        return f"before={self.place(rows[self._size - 1])}" if len(rows) > self._size else ""
