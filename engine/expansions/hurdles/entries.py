"""What there is to tell of hurdles; all of it is public (INFO-1)."""

from __future__ import annotations

from typing import ClassVar

from engine.entries import Change, Entry
from engine.values import entry


@entry
class HurdlePassed(Entry):
    """A bonus hurdle was reached, or a real one with its condition fulfilled (HURD-5, HURD-7)."""

    kind: ClassVar[str] = "hurdle-passed"
    seat: int
    hurdle: str
    space: int


@entry
class HurdleBonus(Entry):
    """What a hurdle paid; `card` is the card that was chosen for it."""

    kind: ClassVar[str] = "hurdle-bonus"
    seat: int
    hurdle: str
    space: int
    rubles: int
    points: int
    card: str | None

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, self.rubles, self.points),)


@entry
class HurdleBlocks(Entry):
    """A score has come to the space before a real hurdle whose condition is not fulfilled (HURD-8)."""

    kind: ClassVar[str] = "hurdle-blocks"
    seat: int
    hurdle: str
    space: int


@entry
class PointsLost(Entry):
    """Points that a hurdle has stopped; they never come back (HURD-8)."""

    kind: ClassVar[str] = "points-lost"
    seat: int
    hurdle: str
    space: int
    points: int

    def changes(self) -> tuple[Change, ...]:
        return (Change(self.seat, 0, -self.points),)
