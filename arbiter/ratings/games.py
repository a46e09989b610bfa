"""Which finished games are rated, in what order their players stand (leavers, bots, substitutes, short games), and ratings as a
replay of them in order of (time of finishing, number), from the first or from a stored state.

The store keeps unrounded figures, so a rebuild gives the same bits in one batch or in many. (The bits rest on the machine's
`exp`; a rebuild elsewhere may differ in the last one, and is then a rebuild of everything.)
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import floor, isfinite
from typing import NamedTuple

from arbiter.errors import GameError, OutOfOrder, StoreError
from arbiter.ratings.elo import DEFAULT, EloChange, Formula, Pool, explain, play, scores
from arbiter.results import Ending, Game, Sat, Tenure

MINIMUM_ROUNDS = 2
"""Completed rounds before a game that breaks off is rated, and before a seat is its first player's for good."""

OVERALL = "overall"
LAST_PLACE = 5
LEVEL = 1  # who stayed in a game that broke off has no place and draws with the others who stayed
LAST_PLY = 1_000_000_000  # leavers stand behind places, the later the better


class Unrated(Enum):
    CASUAL = "casual"  # closed with its round: nobody played it to its end
    TOO_FEW_PEOPLE = "too-few-people"  # bots have no rating
    TOO_SHORT = "too-short"  # broken off, or left by everybody, before two rounds were completed
    AGREED = "agreed"  # stopped by agreement, with nobody leaving


class RatedGame(NamedTuple):
    """A game as it is replayed: players in rising order, each with a rank; lower ranks won, equal ones drew."""

    at: int
    number: int
    pools: tuple[str, ...]
    players: tuple[int, ...]
    ranks: tuple[int, ...]


def judge(
    game: Game, *, at: int, variant: str, speed: str, minimum_rounds: int = MINIMUM_ROUNDS
) -> RatedGame | Unrated:
    """The game as it is rated, or why it is not. `at` is the time it finished, in microseconds; `variant` is edition and
    expansions, such as `2_market`. Raises GameError for a game that contradicts itself."""
    if game.ending not in (Ending.SCORED, Ending.BROKEN_OFF):
        return Unrated.CASUAL
    hands = [hands_of(sat) for sat in game.seats]
    check(game, hands)
    if game.ending is Ending.BROKEN_OFF and game.rounds < minimum_rounds:
        return Unrated.TOO_SHORT
    standing = dict(
        answerable(tenures, sat.place or LEVEL, minimum_rounds)
        for sat, tenures in zip(game.seats, hands, strict=True)
        if tenures
    )
    if len(standing) < 2:
        return Unrated.TOO_FEW_PEOPLE
    players = tuple(sorted(standing))
    finish = tuple([standing[player] for player in players])
    if game.ending is Ending.BROKEN_OFF and max(finish) <= LAST_PLACE:
        return Unrated.AGREED
    last = [tenures[-1].left for tenures in hands if tenures]
    if min(finish) > LAST_PLACE and all(left is not None and left.rounds < minimum_rounds for left in last):
        return Unrated.TOO_SHORT
    pools = pools_of(variant, len(game.seats), speed)
    return RatedGame(at, game.number, pools, players, ranks_of(finish))


@lru_cache(maxsize=1024)
def ranks_of(finish: tuple[int, ...]) -> tuple[int, ...]:
    """For everybody one more than stand before."""
    order = sorted(finish)
    return tuple(order.index(one) + 1 for one in finish)


def hands_of(sat: Sat) -> list[Tenure]:
    """The people who held a seat, in turn; who came back to their own seat has not left it. None for a seat that a bot
    held from the start."""
    people: list[Tenure] = []
    for tenure in sat.tenures if sat.tenures[0].player is not None else ():
        if people and people[-1].player == tenure.player:
            people[-1] = tenure
        elif tenure.player is not None:
            people.append(tenure)
    return people


def answerable(tenures: Sequence[Tenure], place: int, minimum_rounds: int) -> tuple[int, int]:
    """Whose game a seat is, and a number for where it stands, the lower the better.

    A leaver stands behind everybody who stayed, however well a bot or a substitute finished the game, and behind
    everybody who left later. A late substitute is not rated: the position was not theirs. One who came before
    `minimum_rounds` played nearly the whole game, so the game is theirs alone and the leaver is not rated; when such a
    substitute leaves in turn, the same holds for them.
    """
    last = len(tenures) - 1
    own = next(n for n, one in enumerate(tenures) if n == last or one.left is None or one.left.rounds >= minimum_rounds)
    player, left = tenures[own].player or 0, tenures[own].left
    return player, place if left is None else LAST_PLY - left.ply


@lru_cache(maxsize=4096)
def pools_of(variant: str, seats: int, speed: str) -> tuple[str, ...]:
    """The pools a game counts in: its own (variant, a duel or a table, speed) and the overall one."""
    if "/" in variant or "/" in speed:
        raise GameError(
            "{variant}, {speed}: names of variants and speeds cannot contain a slash, which separates the "
            "parts of rating names.",
            variant=repr(variant),
            speed=repr(speed),
        )
    return (f"{variant}/{'duel' if seats == 2 else 'table'}/{speed}", OVERALL)


def check(game: Game, hands: Iterable[Sequence[Tenure]]) -> None:
    """A game tells one story: places as a ranking, and leavings in turn, at a ply and after a round of the game."""
    if game.rounds < 0:
        raise GameError(
            "Game {game} has {rounds} completed rounds; the number cannot be negative.",
            game=game.number,
            rounds=game.rounds,
        )
    places = tuple(sat.place for sat in game.seats if sat.place is not None)
    if not is_ranking(places):
        raise GameError(
            "Game {game} has the places {places}. A place is one more than the players ahead: 1, 2, 2, 4.",
            game=game.number,
            places=tuple(sorted(places)),
        )
    for tenures in hands:
        ply = rounds = 0
        for left in [tenure.left for tenure in tenures if tenure.left is not None]:
            if not ply <= left.ply < LAST_PLY - LAST_PLACE:
                raise GameError(
                    "In game {game} a player leaves at move {ply}; possible moves start at {least}.",
                    game=game.number,
                    ply=left.ply,
                    least=ply,
                )
            if not rounds <= left.rounds <= game.rounds:
                raise GameError(
                    "In game {game} a player leaves after {rounds} completed rounds; possible are {least} to {most}.",
                    game=game.number,
                    rounds=left.rounds,
                    least=rounds,
                    most=game.rounds,
                )
            ply, rounds = left.ply, left.rounds


@lru_cache(maxsize=4096)
def is_ranking(places: tuple[int, ...]) -> bool:
    return all(place == 1 + sum(other < place for other in places) for place in places)


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
        if store is None:
            return
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
        if name not in self._pools:
            self._pools[name] = Pool([self.formula.start] * self._room, [0] * self._room)
        return self._pools[name]

    def store(self) -> Store:
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

    def explain(self, game: RatedGame, pool: str) -> tuple[EloChange, ...]:
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
            step = steps[len(table)]
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
    ladder = Ladder(formula)
    ladder.rate(games)
    return ladder.store()
