"""What one seat owns, and what the income of its cards adds up to (section 10)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IncomeRule:
    """Where the income of a group stands in the facts: sums of fixed amounts, and pairs (per card, how many cards);
    `or_rubles` and `or_points` are what cards could pay in the other currency instead."""

    group: str
    rubles: int
    points: int
    rubles_per: tuple[tuple[int, int], ...]
    points_per: tuple[tuple[int, int], ...]
    or_rubles: int = 0
    or_points: int = 0


def income(rule: IncomeRule, facts: list[int]) -> tuple[int, int]:
    """Rubles and points that a display with these facts brings in the scoring of the group (SCORE-2, SCORE-3)."""
    rubles = facts[rule.rubles]
    points = facts[rule.points]
    for per, count in rule.rubles_per:
        if facts[per]:
            rubles += facts[per] * facts[count]
    for per, count in rule.points_per:
        if facts[per]:
            points += facts[per] * facts[count]
    return rubles, points


@dataclass(frozen=True, slots=True)
class OwnIncome:
    """What one card pays at the scoring of its group: fixed amounts, pairs (per card, how many cards stand in this fact),
    and what its owner could have in the other currency instead."""

    rubles: int
    points: int
    rubles_per: tuple[tuple[int, int], ...]
    points_per: tuple[tuple[int, int], ...]
    or_rubles: int
    or_points: int


def own_income(rule: IncomeRule, effects: Iterable[tuple[int, int]]) -> OwnIncome:
    """What a card with these effects pays by itself."""
    put = dict(effects)
    return OwnIncome(
        put.get(rule.rubles, 0),
        put.get(rule.points, 0),
        tuple((put[per], count) for per, count in rule.rubles_per if per in put),
        tuple((put[per], count) for per, count in rule.points_per if per in put),
        put.get(rule.or_rubles, 0),
        put.get(rule.or_points, 0),
    )


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
