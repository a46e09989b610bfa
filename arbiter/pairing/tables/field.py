"""What pairing a round at tables needs to know, as plain values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from arbiter.errors import FieldError, SeedError, TableSizeError
from arbiter.pairing.tables.sizes import LARGEST, Sizes

FEWEST = 2
"""An earlier table may have been smaller than any that is paired: a duel, or one whose seats were given up."""

SEAT_PRICE = Fraction(4)
"""Squared points a player's even seats are worth at most, unless a field says otherwise."""

SEAT_SHARE = Fraction(1, 5)
"""The share of the least spread that they are worth at most: in fields up to 24 players everywhere, in larger ones, of
what 24 players have, at the tables of the leaders, which so stay level (docs/pairing.md has the figures)."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays the next round: number, match points so far (see `match_points`), byes so far."""

    number: int
    points: Fraction | int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays the next round, and every table played so far, its players' numbers in the order of their seats.

    The past may name players who have left. The same field with the same seed gives the same round. `seat_price` is by
    how many squared points the spread may grow for each player whose seats are kept within one game of each other that
    way; 0 leaves seats strictly below spread, None takes the usual price. `seat_share` limits that, at the tables of
    the leaders, to a share of the least spread (`SEAT_SHARE`); None lifts the limit. `apart` are pairs of people who sit
    together only when nothing else is possible. `fixed` are tables of this round that stand already, in the order of
    their seats: when somebody withdraws, the others are paired anew.
    """

    players: tuple[Player, ...]
    past: tuple[tuple[int, ...], ...] = ()
    sizes: Sizes = field(default_factory=Sizes)
    seed: int = 0
    seat_price: Fraction | None = None
    apart: frozenset[tuple[int, int]] = frozenset()
    fixed: tuple[tuple[int, ...], ...] = ()
    seat_share: Fraction | None = SEAT_SHARE

    def __post_init__(self) -> None:
        doubled = [number for number, count in Counter(p.number for p in self.players).items() if count > 1]
        if doubled:
            raise FieldError("Two players have number {number}.", number=doubled[0])
        for player in self.players:
            if player.points < 0 or player.byes < 0:
                raise FieldError(
                    "Player {player} has {points} points and {byes} byes; neither can be negative.",
                    player=player.number,
                    points=str(player.points),
                    byes=player.byes,
                )
        for table in self.past:
            if len(set(table)) != len(table):
                raise FieldError("A player sat twice at the earlier table {table}.", table=table)
            if not FEWEST <= len(table) <= LARGEST:
                raise FieldError(
                    "The earlier table {table} is invalid; a table has {least} to {largest} players.",
                    table=table,
                    least=FEWEST,
                    largest=LARGEST,
                )
        self._check_fixed({player.number for player in self.players})
        if any(one == other for one, other in self.apart):
            raise FieldError("A player cannot be kept apart from themselves.")
        if self.seed < 0:
            raise SeedError("A random seed must be a whole number from 0, not {seed}.", seed=self.seed)
        if self.seat_price is not None and self.seat_price < 0:
            raise FieldError(
                "The price of a seat must be 0 or more squared points, not {price}.", price=str(self.seat_price)
            )
        if self.seat_share is not None and self.seat_share < 0:
            raise FieldError(
                "The share of the spread that seats may cost must be 0 or more, not {share}.",
                share=str(self.seat_share),
            )

    def _check_fixed(self, here: set[int]) -> None:
        """Tables that stand seat players of the round, each once, and have a size that the tournament allows."""
        seated = Counter(number for table in self.fixed for number in table)
        for number, times in sorted(seated.items()):
            if number not in here:
                raise FieldError("Player {number} sits at a fixed table but is not in the field.", number=number)
            if times > 1:
                raise FieldError("Player {number} sits {times} times at fixed tables.", number=number, times=times)
        for table in self.fixed:
            if not self.sizes.has(len(table)):
                raise TableSizeError(
                    "The fixed table {table} has none of the allowed sizes {sizes}.",
                    table=table,
                    sizes=tuple(sorted(self.sizes.allowed)),
                )

    @property
    def price_of_seat(self) -> Fraction:
        """The seat price that applies, in squared points."""
        return SEAT_PRICE if self.seat_price is None else self.seat_price
