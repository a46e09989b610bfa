"""Ratings as a replay: finished games in order of (time of finishing, number), from the first or from a stored state.

The store keeps unrounded figures, so it does not matter in how many batches a rebuild is done: one game at a time or
a million at once give the same bits. (The bits rest on the machine's `exp`; a rebuild elsewhere may differ in the
last one, and is then a rebuild of everything.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, floor, isfinite

from tournaments.ratings.elo import DEFAULT, SCALE, Change, Formula, explain
from tournaments.ratings.errors import OutOfOrder, StoreError
from tournaments.ratings.games import RatedGame

LARGEST_TABLE = 5


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's figure in a pool: unrounded, with the number of rated games behind it."""

    value: float
    games: int

    @property
    def shown(self) -> int:
        """The figure for people: whole points, halves up."""
        return floor(self.value + 0.5)


@dataclass(frozen=True, slots=True)
class Store:
    """What has to be kept to go on later: (pool, player) -> rating, and the last game rated."""

    ratings: Mapping[tuple[str, int], Rating]
    last: tuple[int, int] | None = None


class Ladder:
    """All pools while games are being replayed."""

    def __init__(self, formula: Formula = DEFAULT, store: Store | None = None) -> None:
        self.formula = formula
        self.last: tuple[int, int] | None = None
        self._pools: dict[str, dict[int, list[float]]] = {}  # rating and games, in a list that is changed in place
        self._ks = [formula.k(games) for games in range(formula.settling_games)]
        self._divisors = [1.0, 1.0, *(formula.spread.divisor(size) for size in range(2, LARGEST_TABLE + 1))]
        if store:
            self._take_up(store)

    def _take_up(self, store: Store) -> None:
        for (pool, player), rating in store.ratings.items():
            if not isfinite(rating.value) or rating.games < 0:
                raise StoreError(f"Player {player} has {rating.value} after {rating.games} games in {pool}; rebuild.")
            self._pools.setdefault(pool, {})[player] = [rating.value, float(rating.games)]
        self.last = store.last

    def store(self) -> Store:
        """The state to be kept."""
        ratings = {
            (pool, player): Rating(value, int(games))
            for pool, members in self._pools.items()
            for player, (value, games) in members.items()
        }
        return Store(ratings, self.last)

    def rating(self, pool: str, player: int) -> Rating:
        """A player's rating; who has not played in a pool has the rating everybody starts with."""
        value, games = self._pools.get(pool, {}).get(player, (self.formula.start, 0))
        return Rating(value, int(games))

    def explain(self, game: RatedGame, pool: str) -> tuple[Change, ...]:
        """What a game would change in a pool now, pair by pair."""
        ratings = [self.rating(pool, player) for player in game.players]
        return explain(
            game.players, [one.value for one in ratings], game.ranks, [one.games for one in ratings], self.formula
        )

    def rate(self, games: Iterable[RatedGame]) -> int:
        """Rate games in order and say how many. The first game out of order stops it; those before it are rated.

        This loop is `elo.surpluses` written out, because a rebuild spends its time here; a test holds them together.
        """
        start, settling, settled = self.formula.start, self.formula.settling_games, self.formula.settled_k
        ks, divisors, all_pools, last = self._ks, self._divisors, self._pools, self.last
        rated = 0
        for at, number, pools, players, ranks in games:
            if last is not None and (at, number) <= last:
                self.last = last
                raise OutOfOrder(f"Game {number} is not after game {last[1]}, the last one rated; rebuild from there.")
            size = len(players)
            divisor = divisors[size]
            for pool in pools:
                members = all_pools.get(pool)
                if members is None:
                    members = all_pools[pool] = {}
                table = []
                for player in players:
                    entry = members.get(player)
                    if entry is None:
                        entry = members[player] = [start, 0.0]
                    table.append(entry)
                sums = [0.0] * size
                for i in range(size - 1):
                    own, rank, mine = table[i][0], ranks[i], sums[i]
                    for j in range(i + 1, size):
                        surplus = -1.0 / (1.0 + exp((table[j][0] - own) * SCALE))
                        if rank < ranks[j]:
                            surplus += 1.0
                        elif rank == ranks[j]:
                            surplus += 0.5
                        mine += surplus
                        sums[j] -= surplus
                    sums[i] = mine
                for entry, surplus in zip(table, sums, strict=True):
                    played = entry[1]
                    k = settled if played >= settling else ks[int(played)]
                    entry[0] += k / divisor * surplus
                    entry[1] = played + 1.0
            last = (at, number)
            rated += 1
        self.last = last
        return rated


def rebuild(games: Iterable[RatedGame], formula: Formula = DEFAULT) -> Store:
    """All ratings from nothing."""
    ladder = Ladder(formula)
    ladder.rate(games)
    return ladder.store()
