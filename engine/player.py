"""What one seat owns, what the income of its cards adds up to (section 10), and the decorators of small immutable classes.

The decorators make dataclasses whose class variables need no ClassVar in subclasses: what a base class has already is no
field, so its annotation is removed before `dataclass` looks. A compiled engine (`tools/compiled`) could not tell there that
an annotation was a ClassVar.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import cache
from typing import Generic, TypeVar, dataclass_transform


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


Class = TypeVar("Class")


class Handle(Generic[Class]):
    """What weak references take hold of instead of an object whose class may be compiled, and then can have none. The
    object keeps its handle, so one lives as long as the other."""

    __slots__ = ("__weakref__", "of")

    def __init__(self, of: Class) -> None:
        self.of = of


@dataclass_transform(frozen_default=True)
def agenda_item(cls: type[Class]) -> type[Class]:
    """A frozen dataclass."""
    return dataclass(frozen=True, slots=True)(_with_own_fields(cls))


@dataclass_transform(frozen_default=True)
def entry(cls: type[Class]) -> type[Class]:
    """A frozen dataclass to the type checker. At run time the guard is left out: it would make an entry cost three times
    as much, and entries a tenth of a move."""
    return dataclass(slots=True, unsafe_hash=True)(_with_own_fields(cls))


def _with_own_fields(cls: type[Class]) -> type[Class]:
    own = vars(cls).get("__annotations__", {})
    cls.__annotations__ = {name: kind for name, kind in own.items() if not hasattr(cls.__base__, name)}
    return cls


def made_by_hand(cls: type[Class]) -> type[Class]:
    """Nothing is done to the class. It tells the compiler to leave it to Python, because classes below it are made by
    `agenda_item`, or in tests."""
    return cls


def as_json(value: object) -> object:
    """Plain JSON of a value made of dataclasses, tuples and plain things."""
    if isinstance(value, (str, int, type(None))):
        return value
    if isinstance(value, (tuple, list)):
        return [as_json(one) for one in value]
    if isinstance(value, dict):
        return {key: as_json(one) for key, one in value.items()}
    return {name: as_json(getattr(value, name)) for name in _names(type(value))}  # type: ignore[arg-type]


@cache
def _names(cls: type) -> tuple[str, ...]:
    """The fields of a dataclass."""
    return tuple(field.name for field in fields(cls))


class Plain:
    """Base of dataclasses that are told as they are."""

    __slots__ = ()

    def to_json(self) -> dict[str, object]:
        """Plain JSON with the same names."""
        return {name: as_json(getattr(self, name)) for name in _names(type(self))}  # type: ignore[arg-type]


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
