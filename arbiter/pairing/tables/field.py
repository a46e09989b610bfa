"""What pairing a round at tables needs to know: players, match points and table sizes, as plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from arbiter.errors import FieldError, SeedError, TableSizeError

SMALLEST, LARGEST = 3, 5
DUEL = 2


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size tables should have and the sizes they may have; players without a table have a bye.

    `last_two`: when only two are left, they play a table of two. More than two never do.
    """

    preferred: int = 4
    allowed: frozenset[int] = frozenset({3, 4})
    last_two: bool = False

    def __post_init__(self) -> None:
        if not self.allowed <= set(range(SMALLEST, LARGEST + 1)):
            raise TableSizeError(
                "Tables must have {smallest} to {largest} players, not {sizes}.",
                smallest=SMALLEST,
                largest=LARGEST,
                sizes=tuple(sorted(self.allowed)),
            )
        if self.preferred not in self.allowed:
            raise TableSizeError(
                "The preferred size {preferred} must be one of {sizes}.",
                preferred=self.preferred,
                sizes=tuple(sorted(self.allowed)),
            )

    def has(self, size: int) -> bool:
        """Whether a table may have this size."""
        return size in self.allowed or (self.last_two and size == DUEL)

    def seats(self, players: int) -> bool:
        """Whether so many players make at least one table."""
        return players >= min(self.allowed) or (self.last_two and players == DUEL)

    def of(self, players: int) -> tuple[int, ...]:
        """The sizes of all tables, preferred ones first; they seat everybody, or all but as few as can be.

        In this order: fewest byes, fewest tables of another size, smaller rather than larger ones. With tables of 4
        and 3: 12 = 4·3, 15 = 4·3 + 3, 14 = 4·2 + 3·2, 13 = 4 + 3·3; with 5 allowed too, 13 = 4·2 + 5. Raises
        TableSizeError when there is not even one table.
        """
        if self.last_two and players == DUEL:
            return (DUEL,)
        for seated in range(players, 0, -1):
            if found := [sizes for others in range(LARGEST) for sizes in self._with(seated, others)]:
                return min(found, key=lambda sizes: (self.others(sizes), sum(size > self.preferred for size in sizes)))
        raise TableSizeError(
            "{players} players are too few for a table; at least {least} are needed.",
            players=players,
            least=min(self.allowed),
        )

    def others(self, sizes: tuple[int, ...]) -> int:
        """How many of these tables are not of the preferred size."""
        return sum(size != self.preferred for size in sizes)

    def _with(self, seated: int, others: int) -> list[tuple[int, ...]]:
        """All ways with exactly this many tables of another size."""
        found = []
        small, *rest = sorted(self.allowed - {self.preferred}) or [self.preferred]
        large = rest[0] if rest else small
        for few in range(others + 1):
            left = seated - small * few - large * (others - few)
            if left >= 0 and left % self.preferred == 0 and (others == 0 or small != self.preferred):
                found.append((self.preferred,) * (left // self.preferred) + (small,) * few + (large,) * (others - few))
        return found


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


def match_points(places: Sequence[int]) -> tuple[Fraction, ...]:
    """The share of opponents each player beat, a tie counting half: from 1 for a sole winner down to 0.

    `places` are final places from 1, shared places equal ("1, 2, 2, 4"). The winner always gets 1, the last 0, and the
    average is 1/2 at any table: 1, 2/3, 1/3, 0 for four; 1, 1/2, 0 for three; 1, 3/4, 1/2, 1/4, 0 for five. Raises
    FieldError for fewer than two players or places that do not follow from an order.
    """
    if len(places) < 2:
        raise FieldError("A table needs at least two players.")
    for place in places:
        if place != 1 + sum(other < place for other in places):
            raise FieldError(
                "Places {places} are not a valid ranking: {place} must be one more than the number of players ahead.",
                places=tuple(places),
                place=place,
            )
    return tuple(share_beaten(len(places), place, places.count(place)) for place in places)


def share_beaten(size: int, place: int, shared_by: int) -> Fraction:
    """The share of the others at a table that a place beats, those who share it half: the one unit of match points, of
    which standings show twelfths."""
    return Fraction(2 * (size - place) - (shared_by - 1), 2 * (size - 1))
