"""Pages of a list with the best first. Each begins at a row, not after a number of rows, so the last one costs what the first does.

A row's place is its score and a number that decides between equal scores, the lower one first, as in `?from=1534.25_17`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Generic, NamedTuple, TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


class Place(NamedTuple):
    """Where a row stands in a list that has the best first."""

    score: float
    tie: int

    def __str__(self) -> str:
        return f"{self.score!r}_{self.tie}"

    @classmethod
    def read(cls, text: str) -> "Place | None":
        """None for what is no place."""
        score, _bar, tie = text.partition("_")
        if not (tie.isascii() and tie.isdigit() and len(tie) < 18 and len(score) < 30):
            return None
        try:
            found = cls(float(score), int(tie))
        except ValueError:
            return None
        return found if isfinite(found.score) and abs(found.score) < 2**31 else None


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """Some rows, the best first, and where the pages before and after them begin; None where there are none."""

    rows: Sequence[Row]
    previous: Place | None = None
    next: Place | None = None


class BestFirst(Generic[Row]):
    """A list by the column `score`, of equal scores by `tie`."""

    def __init__(self, score: str, tie: str) -> None:
        self._score, self._tie = score, tie

    def place(self, row: Row) -> Place:
        return Place(getattr(row, self._score), getattr(row, self._tie))

    def page(self, found: QuerySet[Row], start: Place | None, size: int) -> Page[Row]:
        """The page that begins at `start`, the first one for None. One statement; for other pages at most four."""
        if start is None:
            rows = list(found.order_by(f"-{self._score}", self._tie)[: size + 1])
            before: list[Row] = []
        else:
            rows = self._part(found, {"": start.score}, {"__gte": start.tie}, size + 1)
            rows += self._part(found, {"__lt": start.score}, {}, size + 1 - len(rows))
            before = self.before(found, start, size)
        return Page(
            rows[:size],
            self.place(before[-1]) if before else None,
            self.place(rows[size]) if len(rows) > size else None,
        )

    def before(self, found: QuerySet[Row], place: Place, many: int) -> list[Row]:
        """The rows before a place, the nearest first. Two statements at most."""
        rows = self._part(found, {"": place.score}, {"__lt": place.tie}, many, is_back=True)
        return rows + self._part(found, {"__gt": place.score}, {}, many - len(rows), is_back=True)

    def _part(
        self, found: QuerySet[Row], score: dict[str, float], tie: dict[str, int], many: int, *, is_back: bool = False
    ) -> list[Row]:
        if many <= 0:
            return []
        asked: dict[str, Any] = {f"{self._score}{how}": value for how, value in score.items()}
        asked |= {f"{self._tie}{how}": value for how, value in tie.items()}
        order = (self._score, f"-{self._tie}") if is_back else (f"-{self._score}", self._tie)
        return list(found.filter(**asked).order_by(*order)[:many])
