"""What pairing a round at tables needs to know (players, match points, table sizes), and what it costs to put two players at
one table, or a player at a table of another size. Priorities from the top, each outweighing everything below it:

apart      the pairs at one table who are to be kept apart, as repeats that are dearer than all others
repeats    the sum over pairs of 2m-1, m the times they have met: spreading repeats beats piling them up
fairness   the sum over players at tables of another size of the times they were at such tables before
spread     the sum over pairs of the squared difference of their points
seats      how much the seats the two still lack coincide (only a guide; `seats` decides at the table)
"""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import lcm

import numpy as np
import numpy.typing as npt

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


Reals = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
SMALL = 24
"""In larger fields the share of the spread that even seats of one player may cost is that of a field of this size."""

KEPT_APART = 1000
"""What two people who are kept apart cost at one table, in repeats: more than keeping them apart ever costs the others."""

WHOLE = 60 * 60
"""Shares of up to five seats are whole sixtieths; so much is one whole share times another."""

FINEST = 840
"""Points are compared in whole parts of a point; finer ones (long averages) are rounded to this part."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The criteria of some arrangements, a number each; spread in parts of a point squared."""

    repeats: Ints
    unfairness: Ints
    spread: Ints


class Costs:
    """All costs for the players given, who are named by their place in that list."""

    def __init__(self, field: Field, players: list[Player], sizes: tuple[int, ...]) -> None:
        self.players = players
        count = len(players)
        place = {player.number: index for index, player in enumerate(players)}
        self.met: Ints = np.zeros((count, count), dtype=np.int64)
        self.odd: Ints = np.zeros(count, dtype=np.int64)
        self.sat: Ints = np.zeros((count, max((*sizes, *map(len, field.past)), default=0)), dtype=np.int64)
        pairs: Counter[tuple[int, int]] = Counter()
        for table in field.past:
            here = [(place[number], seat) for seat, number in enumerate(table) if number in place]
            pairs.update(combinations(sorted(index for index, _ in here), 2))
            for index, seat in here:
                self.sat[index, seat] += 1
                self.odd[index] += len(table) != field.sizes.preferred
        for (one, other), times in pairs.items():
            self.met[one, other] = self.met[other, one] = times
        self.apart: Bools = np.zeros((count, count), dtype=np.bool_)
        for one, other in field.apart:
            if one in place and other in place:
                self.apart[place[one], place[other]] = self.apart[place[other], place[one]] = True
        self.repeats = repeat_costs(self.met) + KEPT_APART * self.apart
        self.part = unit(players)
        self.guide = 0.5 / max(1, 2 * count)  # less than one part of spread for all pairs together
        self.points: Ints = np.array([round(Fraction(player.points) * self.part) for player in players], dtype=np.int64)
        self.seats_in_turn = field.sizes.preferred
        self.seat_share = field.seat_share

    def after(self, tables: Sequence[Ints]) -> "Costs":
        """The costs of the round after this one, as far as they depend on company alone: no seats, no points."""
        later = copy(self)
        later.met, later.odd = self.met.copy(), self.odd.copy()
        for row in tables:
            later.met[np.ix_(row, row)] += 1
            later.odd[row] += len(row) != self.seats_in_turn
        np.fill_diagonal(later.met, 0)
        later.repeats = repeat_costs(later.met) + KEPT_APART * later.apart
        return later

    def other_size(self, sizes: tuple[int, ...]) -> Bools:
        return np.array([size != self.seats_in_turn for size in sizes])

    def spread_of(self, one: Ints, other: Ints) -> Ints:
        """Squared differences of points, in parts of a point squared."""
        difference = self.points[one] - self.points[other]
        squared: Ints = difference * difference
        return squared

    def of(self, at: Ints, sizes: tuple[int, ...]) -> Cost:
        """What some arrangements cost, given the table of each player, a row each."""
        same = at[:, :, None] == at[:, None, :]
        return Cost(
            repeats=(self.repeats * same).sum(axis=(1, 2)) // 2,
            unfairness=(self.odd * self.other_size(sizes)[at]).sum(axis=1),
            spread=spread_at(self.points, at),
        )

    def weights(self, points: Ints) -> tuple[float, float]:
        """What one unit of repeats and one of fairness weighs against one of spread, when players have these points."""
        seats = len(self.players)
        pairs = max(1, seats * 2)  # four opponents each, every pair once
        widest = int(np.ptp(points, axis=-1).max()) if seats else 0
        fairness = 1.0 + pairs * widest * widest
        repeats = fairness * (1.0 + int(self.odd.max(initial=0)) * min(seats, 5 * 4))
        return repeats, fairness

    def worth_of_seat(self, price: float, least: Reals) -> Reals:
        """By how much the spread may grow for one player's even seats where tables are to stay level and the `least`
        spread is this: `price`, but no more than the tournament's share of what the tables of 24 players have together."""
        if self.seat_share is None:
            return np.full(least.shape, price)
        share = float(self.seat_share) * min(1.0, SMALL / max(1, len(self.players)))
        found: Reals = np.minimum(price, share * least)
        return found

    def lacking(self) -> Reals:
        """For each player the seats sat in least, as shares that add up to 1."""
        return least_shares(self.sat[:, : self.seats_in_turn])


def spread_at(points: Ints, at: Ints) -> Ints:
    """The spread of some arrangements, a row each, when players have these points; in parts of a point squared."""
    same = at[:, :, None] == at[:, None, :]
    found: Ints = ((points[..., :, None] - points[..., None, :]) ** 2 * same).sum(axis=(1, 2)) // 2
    return found


def repeat_costs(met: Ints) -> Ints:
    """What it costs that two meet who met so often before."""
    found: Ints = np.where(met > 0, 2 * met - 1, 0)
    return found


def alike(one: Reals, other: Reals) -> Ints:
    """How much two players lack the same seats, from their `least_shares`: 0 for nowhere, `WHOLE` for the same one seat."""
    return products(sixtieths(one), sixtieths(other))


def sixtieths(shares: Reals) -> Ints:
    found: Ints = np.rint(60 * shares).astype(np.int64)
    return found


def products(one: Ints, other: Ints) -> Ints:
    found: Ints = np.einsum("...s,...s->...", one, other)
    return found


def least_shares(counts: Ints) -> Reals:
    """The least of the last axis, as shares that add up to 1."""
    least = (counts == counts.min(axis=-1, keepdims=True)).astype(np.float64)
    shares: Reals = least / least.sum(axis=-1, keepdims=True)
    return shares


def unit(players: list[Player]) -> int:
    """Into how many parts a point is divided so that everybody's points are whole, or the finest division."""
    parts = lcm(*(Fraction(player.points).denominator for player in players)) if players else 1
    return parts if parts <= FINEST else FINEST
