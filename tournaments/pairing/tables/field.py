"""What pairing a round at tables needs to know, as plain values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.pairing.errors import FieldError
from tournaments.pairing.tables.sizes import Sizes

SEAT_SHARE = Fraction(3, 100)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays the next round: number, match points so far (see `match_points`), byes so far."""

    number: int
    points: Fraction | int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays the next round, and every table played so far, its players' numbers in the order of their seats.

    The past may name players who have left. The same field with the same seed gives the same round. `seat_share` is by
    what share the spread of points may grow to give players a seat they are due; 0 leaves it strictly below spread.
    """

    players: tuple[Player, ...]
    past: tuple[tuple[int, ...], ...] = ()
    sizes: Sizes = field(default_factory=Sizes)
    seed: int = 0
    seat_share: Fraction = SEAT_SHARE

    def __post_init__(self) -> None:
        doubled = [number for number, count in Counter(p.number for p in self.players).items() if count > 1]
        if doubled:
            raise FieldError(f"Two players have the number {doubled[0]}.")
        for table in self.past:
            if len(set(table)) != len(table):
                raise FieldError(f"Somebody sat twice at the earlier table {list(table)}.")
        if not 0 <= self.seat_share <= 1:
            raise FieldError(f"The share of spread given for seats is between 0 and 1, not {self.seat_share}.")
