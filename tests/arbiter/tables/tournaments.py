"""Simulated tournaments, for tests that need a past."""

from __future__ import annotations

import random
from copy import deepcopy
from fractions import Fraction
from functools import cache

from arbiter.pairing.tables.field import SEAT_SHARE, Field, Player, Sizes, match_points
from arbiter.pairing.tables.rounds import TableRound, pair_tables


class SimulatedTournament:
    """Players 1 to `size`, results by lot, some of them shared places; the field of the next round."""

    def __init__(
        self,
        size: int,
        seed: int,
        sizes: Sizes | None = None,
        seat_price: Fraction | None = None,
        seat_share: Fraction | None = SEAT_SHARE,
    ) -> None:
        self.chance = random.Random(seed)
        self.points = dict.fromkeys(range(1, size + 1), Fraction(0))
        self.byes = dict.fromkeys(self.points, 0)
        self.past: list[tuple[int, ...]] = []
        self.sizes, self.seed, self.seat_price, self.seat_share = sizes or Sizes(), seed, seat_price, seat_share

    def field(self, absent: frozenset[int] = frozenset()) -> Field:
        """Who plays the next round, after what."""
        players = tuple(Player(n, p, self.byes[n]) for n, p in self.points.items() if n not in absent)
        return Field(players, tuple(self.past), self.sizes, self.seed, self.seat_price, seat_share=self.seat_share)

    def play(self, paired: TableRound) -> None:
        """Draw the results of a round; the better of a table is who has a lower number, more or less."""
        for table in paired.tables:
            drawn = {number: number / len(self.points) + self.chance.gauss(0, 0.5) for number in table}
            places = [1 + sum(other < drawn[number] for other in drawn.values()) for number in table]
            for number, won in zip(table, match_points(places), strict=True):
                self.points[number] += won
            self.past.append(table)
        for number in paired.byes:
            self.byes[number] += 1
            self.points[number] += Fraction(1, 2)


def after(
    size: int,
    rounds: int,
    seed: int,
    sizes: Sizes | None = None,
    seat_price: Fraction | None = None,
    seat_share: Fraction | None = SEAT_SHARE,
) -> SimulatedTournament:
    """The tournament after so many rounds, for whoever asks to go on with."""
    return deepcopy(_after(size, rounds, seed, sizes, seat_price, seat_share))


@cache
def _after(
    size: int, rounds: int, seed: int, sizes: Sizes | None, seat_price: Fraction | None, seat_share: Fraction | None
) -> SimulatedTournament:
    if rounds == 0:
        return SimulatedTournament(size, seed, sizes, seat_price, seat_share)
    tournament = deepcopy(_after(size, rounds - 1, seed, sizes, seat_price, seat_share))
    tournament.play(pair_tables(tournament.field()))
    return tournament
