"""Ratings as a replay: finished games in order of (time of finishing, number), from the first or from a stored state.

The store keeps unrounded figures, so it does not matter in how many batches a rebuild is done: one game at a time or
a million at once give the same bits. (The bits rest on the machine's `exp`; a rebuild elsewhere may differ in the
last one, and is then a rebuild of everything.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import exp, floor, isfinite

from tournaments.ratings.elo import DEFAULT, SCALE, Change, Formula, explain, scores
from tournaments.ratings.errors import OutOfOrder, StoreError
from tournaments.ratings.games import RatedGame


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


class Pool:
    """One pool while games are being replayed: a slot for every player, figures and numbers of games by slot."""

    __slots__ = ("games", "slots", "values")

    def __init__(self) -> None:
        self.slots: dict[int, int] = {}
        self.values: list[float] = []
        self.games: list[int] = []

    def enter(self, player: int, value: float, games: int) -> None:
        """A new player."""
        self.slots[player] = len(self.values)
        self.values.append(value)
        self.games.append(games)

    def rating(self, player: int, start: float) -> Rating:
        """The rating of a player, entered or not."""
        slot = self.slots.get(player)
        return Rating(start, 0) if slot is None else Rating(self.values[slot], self.games[slot])


class Ladder:
    """All pools while games are being replayed."""

    def __init__(self, formula: Formula = DEFAULT, store: Store | None = None) -> None:
        self.formula = formula
        self.last: tuple[int, int] | None = None
        self._pools: defaultdict[str, Pool] = defaultdict(Pool)
        self._scores: dict[tuple[int, ...], tuple[float, ...]] = {}
        if store:
            self._take_up(store)

    def _take_up(self, store: Store) -> None:
        for (pool, player), rating in store.ratings.items():
            if not isfinite(rating.value) or rating.games < 0:
                raise StoreError(f"Player {player} has {rating.value} after {rating.games} games in {pool}; rebuild.")
            self._pools[pool].enter(player, rating.value, rating.games)
        self.last = store.last

    def store(self) -> Store:
        """The state to be kept."""
        ratings = {
            (name, player): Rating(pool.values[slot], pool.games[slot])
            for name, pool in self._pools.items()
            for player, slot in pool.slots.items()
        }
        return Store(ratings, self.last)

    def rating(self, pool: str, player: int) -> Rating:
        """A player's rating; who has not played in a pool has the rating everybody starts with."""
        return self._pools.get(pool, NOBODY).rating(player, self.formula.start)

    def explain(self, game: RatedGame, pool: str) -> tuple[Change, ...]:
        """What a game would change in a pool now, pair by pair."""
        ratings = [self.rating(pool, player) for player in game.players]
        return explain(
            game.players, [one.value for one in ratings], game.ranks, [one.games for one in ratings], self.formula
        )

    def rate(self, games: Iterable[RatedGame]) -> int:
        """Rate games in order and say how many. The first game out of order stops it; those before it are rated.

        The loop over pairs is `elo.surpluses` written out, because a rebuild spends its time here; a test holds the
        two together.
        """
        steps = self.formula.steps()
        settling = self.formula.settling_games
        before = self.last
        rated = 0
        for at, number, names, players, ranks in games:
            if before is not None and (at, number) <= before:
                raise OutOfOrder(
                    f"Game {number} is not after game {before[1]}, the last one rated; rebuild from there."
                )
            size = len(players)
            step = steps[size]
            scored = self._scores.get(ranks)
            if scored is None:
                scored = self._scores[ranks] = scores(ranks)
            for name in names:
                pool = self._pools[name]
                values, played, slots = pool.values, pool.games, pool.slots
                try:
                    table = [slots[player] for player in players]
                except KeyError:
                    for player in players:
                        if player not in slots:
                            pool.enter(player, self.formula.start, 0)
                    table = [slots[player] for player in players]
                odds = [exp(values[slot] * SCALE) for slot in table]
                sums = list(scored)
                for i in range(size - 1):
                    own, mine = odds[i], sums[i]
                    for j in range(i + 1, size):
                        part = own / (own + odds[j])
                        mine -= part
                        sums[j] -= 1.0 - part
                    sums[i] = mine
                for slot, surplus in zip(table, sums, strict=True):
                    count = played[slot]
                    values[slot] += step[count if count < settling else settling] * surplus
                    played[slot] = count + 1
            before = self.last = (at, number)
            rated += 1
        return rated


NOBODY = Pool()


def rebuild(games: Iterable[RatedGame], formula: Formula = DEFAULT) -> Store:
    """All ratings from nothing."""
    ladder = Ladder(formula)
    ladder.rate(games)
    return ladder.store()
