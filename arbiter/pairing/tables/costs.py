"""The objective in numbers: what it costs to put two players at one table, and a player at a table of another size.

Priorities from the top, each outweighing everything below it:
apart      the pairs at one table who are to be kept apart, as repeats that are dearer than all others
repeats    the sum over pairs of 2m-1, m the times they have met: spreading repeats beats piling them up
fairness   the sum over players at tables of another size of the times they were at such tables before
spread     the sum over pairs of the squared difference of their points
seats      how much the seats the two still lack coincide (only a guide; `seats` decides at the table)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm

import numpy as np
import numpy.typing as npt

from arbiter.pairing.tables.field import Field, Player

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

    def after(self, tables: Sequence[Ints]) -> Costs:
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
        """Which tables are not of the preferred size."""
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
    """Shares in whole sixtieths."""
    found: Ints = np.rint(60 * shares).astype(np.int64)
    return found


def products(one: Ints, other: Ints) -> Ints:
    """The sums of products along the last axis."""
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
