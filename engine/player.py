"""What one seat owns, and what the final scoring has brought it."""

from __future__ import annotations

from dataclasses import dataclass

Seat = int
Row = int
"""A row of the rulebook's card table: a kind of card, or a kind of card with a mark on it."""


class Player:
    """What one seat owns. `facts` are the sums of what its display puts into each fact; the list is replaced, never
    changed in place. `kinds` are the distinct rows of the display that an Exchange card may replace."""

    __slots__ = ("display", "facts", "hand", "kinds", "points", "rubles")

    def __init__(
        self,
        rubles: int,
        points: int,
        hand: tuple[Row, ...],
        display: tuple[Row, ...],
        facts: list[int],
        kinds: tuple[Row, ...],
    ) -> None:
        self.rubles = rubles
        self.points = points
        self.hand = hand
        self.display = display
        self.facts = facts
        self.kinds = kinds

    def copy(self) -> Player:
        """A player with the same things; what is shared is never changed in place."""
        return Player(self.rubles, self.points, self.hand, self.display, self.facts, self.kinds)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Player) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # facts are a list


@dataclass(frozen=True, slots=True)
class FinalLine:
    """One step of the final scoring for one seat, kept for its breakdown (END-18): how many, or which, counted, and what
    it changed in points."""

    step: str
    seat: int
    count: int
    points: int
