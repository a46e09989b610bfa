"""Which deal is played where in a duplicate tournament: as few deals as can be, so that many tables are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from arbiter.errors import ResultError
from arbiter.formats.duplicate import EVEN

ALONE = EVEN
"""The share of everybody at the only table of a deal: nobody held the same seat, so nobody won or lost by it."""


@dataclass(frozen=True, slots=True)
class DealAt:
    """The deal of one table, numbered from the first free one; `tables` is at how many it is played."""

    table: tuple[int, ...]
    deal: int
    tables: int

    @property
    def is_compared(self) -> bool:
        """Whether somebody else sits in each seat of this deal. If not, its players get `ALONE`."""
        return self.tables > 1


def deals(tables: Sequence[Sequence[int]], first: int = 1) -> tuple[DealAt, ...]:
    """The deal of each table, in their order: all tables of one size play the same, as far as nobody meets it twice.

    A round of a Swiss has one deal for each size. In groups that play at once the first tables of all groups share a
    deal, the second tables the next one, and so on. `first` is the number of the first deal that is still unknown to
    everybody; deals of earlier rounds are never dealt again.
    """
    known: dict[int, set[int]] = {}
    size_of: dict[int, int] = {}
    given: list[int] = []
    for table in tables:
        if len(set(table)) != len(table) or not table:
            raise ResultError("A player sits twice at the table of {players}.", players=tuple(table))
        deal = next(
            (deal for deal, players in known.items() if size_of[deal] == len(table) and not players & set(table)),
            first + len(known),
        )
        size_of[deal] = len(table)
        known.setdefault(deal, set()).update(table)
        given.append(deal)
    played = Counter(given)
    return tuple(DealAt(tuple(table), deal, played[deal]) for table, deal in zip(tables, given, strict=True))
