"""Ratings as a replay: finished games in order of (time of finishing, number), from the first or from a stored state.

The store keeps unrounded figures, so it does not matter in how many batches a rebuild is done: one game at a time or
a million at once give the same bits. (The bits rest on the machine's `exp`; a rebuild elsewhere may differ in the
last one, and is then a rebuild of everything.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import floor, isfinite

from arbiter.errors import OutOfOrder, StoreError
from arbiter.ratings.elo import DEFAULT, PLAYS, Change, Formula, Pool, explain, scores
from arbiter.ratings.games import RatedGame


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


Tell = Callable[[int, str, tuple[int, ...], list[float], list[float], list[int]], object]
"""What hears of a rated game: its number, the pool, the players, their unrounded figures before and after, and how many
rated games each has in the pool now."""


class Ladder:
    """All pools while games are being replayed. A player has the same slot in every pool, played there or not."""

    def __init__(self, formula: Formula = DEFAULT, store: Store | None = None) -> None:
        self.formula = formula
        self.last: tuple[int, int] | None = None
        self._slots: dict[int, int] = {}
        self._room = 1
        self._pools: dict[str, Pool] = {}
        self._scores: dict[tuple[int, ...], tuple[float, ...]] = {}
        if store:
            self._take_up(store)

    def _take_up(self, store: Store) -> None:
        self._enter({player for _, player in store.ratings})
        for (name, player), rating in store.ratings.items():
            if not isfinite(rating.value) or rating.games < 0:
                raise StoreError(
                    "Player {player} has rating {value} after {games} games in {name}. Recalculate.",
                    player=player,
                    value=str(rating.value),
                    games=rating.games,
                    name=name,
                )
            pool, slot = self._pool(name), self._slots[player]
            pool.values[slot], pool.games[slot] = rating.value, rating.games
        self.last = store.last

    def _enter(self, players: Iterable[int]) -> None:
        """Give slots to those who have none. Pools grow by doubling, not player by player."""
        for player in players:
            if player not in self._slots:
                self._slots[player] = len(self._slots)
        while len(self._slots) > self._room:
            for pool in self._pools.values():
                pool.values += [self.formula.start] * self._room
                pool.games += [0] * self._room
            self._room *= 2

    def _pool(self, name: str) -> Pool:
        """A pool, opened where it is new."""
        if name not in self._pools:
            self._pools[name] = Pool([self.formula.start] * self._room, [0] * self._room)
        return self._pools[name]

    def store(self) -> Store:
        """The state to be kept."""
        ratings = {
            (name, player): Rating(pool.values[slot], pool.games[slot])
            for name, pool in self._pools.items()
            for player, slot in self._slots.items()
            if pool.games[slot]
        }
        return Store(ratings, self.last)

    def rating(self, pool: str, player: int) -> Rating:
        """A player's rating; who has not played in a pool has the rating everybody starts with."""
        slot, known = self._slots.get(player), self._pools.get(pool)
        if slot is None or known is None:
            return Rating(self.formula.start, 0)
        return Rating(known.values[slot], known.games[slot])

    def explain(self, game: RatedGame, pool: str) -> tuple[Change, ...]:
        """What a game would change in a pool now, pair by pair."""
        ratings = [self.rating(pool, player) for player in game.players]
        return explain(
            game.players, [one.value for one in ratings], game.ranks, [one.games for one in ratings], self.formula
        )

    def rate(self, games: Iterable[RatedGame], tell: Tell | None = None) -> int:
        """Rate games in order and say how many. The first game out of order stops it; those before it are rated.

        `tell` hears of every game and pool with the figures before and after it, in the order of the game's players: so
        a history is written in the same pass, for a fraction of what `explain` takes.
        """
        steps, slots, pools, known_scores = self.formula.steps(), self._slots, self._pools, self._scores
        before, rated = self.last, 0
        for at, number, names, players, ranks in games:
            if before is not None and (at, number) <= before:
                raise OutOfOrder(
                    "Game {number} is not later than game {last}, the last one rated. Recalculate from there.",
                    number=number,
                    last=before[1],
                )
            try:
                table = [slots[player] for player in players]
            except KeyError:
                self._enter(players)
                table = [slots[player] for player in players]
            scored = known_scores.get(ranks)
            if scored is None:
                scored = known_scores[ranks] = scores(ranks)
            play, step = PLAYS[len(table)], steps[len(table)]
            for name in names:
                pool = pools.get(name) or self._pool(name)
                if tell is None:
                    play(pool, table, scored, step)
                    continue
                values, played = pool.values, pool.games
                old = [values[slot] for slot in table]
                play(pool, table, scored, step)
                tell(number, name, players, old, [values[slot] for slot in table], [played[slot] for slot in table])
            before = self.last = (at, number)
            rated += 1
        return rated


def rebuild(games: Iterable[RatedGame], formula: Formula = DEFAULT) -> Store:
    """All ratings from nothing."""
    ladder = Ladder(formula)
    ladder.rate(games)
    return ladder.store()
