"""Pages of a list whose lines are counted, such as the standings: `?page=3`, and the page on which the reader stands."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Pages:
    """Which page of how many, and where the reader stands: his line, counted from 1."""

    number: int
    count: int
    size: int
    lines: int
    mine: int | None

    @classmethod
    def of(cls, number: int, lines: int, size: int, mine: int | None) -> Pages:
        """The page with this number, or the last one where there are not so many."""
        count = max(1, -(-lines // size))
        return cls(min(max(1, number), count), count, size, lines, mine)

    @property
    def span(self) -> slice:
        """The lines of this page, counted from 0."""
        return slice((self.number - 1) * self.size, self.number * self.size)

    @property
    def own(self) -> int | None:
        """The page on which the reader stands, where that is another one."""
        if self.mine is None:
            return None
        found = 1 + (self.mine - 1) // self.size
        return found if found != self.number else None

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.count else None


def page_number(request: HttpRequest) -> int:
    """The page that the address names; the first for anything else."""
    text = request.GET.get("page", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 1
