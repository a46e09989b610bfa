"""Which finished games are rated, in what order their players stand (leavers, bots, substitutes, short games), and ratings as a
replay of them in order of (time of finishing, number), from the first or from a stored state.

The store keeps unrounded figures, so a rebuild gives the same bits in one batch or in many. (The bits rest on the machine's
`exp`; a rebuild elsewhere may differ in the last one, and is then a rebuild of everything.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import floor, isfinite
from typing import NamedTuple

from arbiter.errors import GameError, OutOfOrder, StoreError
from arbiter.ratings.elo import DEFAULT, EloChange, Formula, Pool, explain, play, scores

MINIMUM_ROUNDS = 2
"""Completed rounds before a game that breaks off is rated, and before a seat is its first player's for good."""

OVERALL = "overall"
LAST_PLACE = 5
LEVEL = 1  # who stayed in a game that broke off has no place and draws with the others who stayed
LAST_PLY = 1_000_000_000  # leavers stand behind places, the later the better


class Ending(Enum):
    SCORED = "scored"  # by the rules, with the final scoring
    BROKEN_OFF = "broken-off"  # too few were left to play on, or everybody agreed to stop


SCORED, BROKEN_OFF = Ending.SCORED, Ending.BROKEN_OFF  # looking them up in their class takes ten times as long


class Exit(Enum):
    """Why a player did not play to the end. Both count alike: a clock is part of the agreement to play."""

    RESIGNED = "resigned"
    TIMED_OUT = "timed-out"


class Unrated(Enum):
    CASUAL = "casual"  # agreed so at its start
    TOO_FEW_PEOPLE = "too-few-people"  # bots have no rating
    TOO_SHORT = "too-short"  # broken off, or left by everybody, before two rounds were completed
    AGREED = "agreed"  # stopped by agreement, with nobody leaving


@dataclass(frozen=True, slots=True)
class Leaving:
    """When (by ply, and by rounds completed then) and why a player left; the seat may go on with a bot."""

    ply: int
    rounds: int
    reason: Exit
    substitute: int | None = None  # the player who took the seat over
    then: Leaving | None = None  # when the substitute left in turn


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """A seat: who sat down at the start (None: a bot), the final place if the game was scored, the leaving if any."""

    player: int | None
    place: int | None = None
    leaving: Leaving | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """What ratings need to know of a game. `at` is the time of finishing in whole microseconds."""

    at: int
    number: int
    seats: tuple[RatedSeat, ...]
    rounds: int  # completed
    ending: Ending
    variant: str  # edition and expansions, in the site's own words
    speed: str
    is_casual: bool = False


class RatedGame(NamedTuple):
    """A game as it is replayed: players in rising order, each with a rank; lower ranks won, equal ones drew."""

    at: int
    number: int
    pools: tuple[str, ...]
    players: tuple[int, ...]
    ranks: tuple[int, ...]


def judge(game: FinishedGame, minimum_rounds: int = MINIMUM_ROUNDS) -> RatedGame | Unrated:
    check(game)
    if game.is_casual:
        return Unrated.CASUAL
    broken_off, seats = game.ending is BROKEN_OFF, game.seats
    if broken_off and game.rounds < minimum_rounds:
        return Unrated.TOO_SHORT
    standing: dict[int, int] = {}
    for seat in seats:
        player = seat.player
        if player is None:
            continue
        if seat.leaving is None:
            standing[player] = seat.place or LEVEL
        else:
            player, rank = answerable(player, seat.place or LEVEL, seat.leaving, minimum_rounds)
            standing[player] = rank
    if len(standing) < 2:
        return Unrated.TOO_FEW_PEOPLE
    players = tuple(sorted(standing))
    finish = tuple([standing[player] for player in players])
    if broken_off and max(finish) <= LAST_PLACE:
        return Unrated.AGREED
    if min(finish) > LAST_PLACE and all(left_early(seat, minimum_rounds) for seat in seats):
        return Unrated.TOO_SHORT
    pools = pools_of(game.variant, len(seats), game.speed)
    return RatedGame(game.at, game.number, pools, players, ranks_of(finish))


@lru_cache(maxsize=1024)
def ranks_of(finish: tuple[int, ...]) -> tuple[int, ...]:
    """For everybody one more than stand before."""
    order = sorted(finish)
    return tuple(order.index(one) + 1 for one in finish)


def answerable(player: int, place: int, leaving: Leaving, minimum_rounds: int) -> tuple[int, int]:
    """Whose game the seat of a leaver is, and a number for where it stands, the lower the better.

    A leaver stands behind everybody who stayed, however well a bot or a substitute finished the game, and behind
    everybody who left later. A late substitute is not rated: the position was not theirs. One who came before
    `minimum_rounds` played nearly the whole game, so the game is theirs alone and the leaver is not rated; when such a
    substitute leaves in turn, the same holds for them.
    """
    if leaving.substitute is None or leaving.rounds >= minimum_rounds:
        return player, LAST_PLY - leaving.ply
    if leaving.then is None:
        return leaving.substitute, place
    return answerable(leaving.substitute, place, leaving.then, minimum_rounds)


def left_early(seat: RatedSeat, minimum_rounds: int) -> bool:
    """Whether nobody sat here, or the last who did left before `minimum_rounds`: the rest was played by bots."""
    if seat.leaving is None:
        return seat.player is None
    *_, last = leavings(seat.leaving)
    return last.substitute is None and last.rounds < minimum_rounds


def leavings(leaving: Leaving) -> Iterator[Leaving]:
    one: Leaving | None = leaving
    while one is not None:
        yield one
        one = one.then


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


def check(game: FinishedGame) -> None:
    """A game tells one story: two to five seats, nobody twice, places where there was a scoring."""
    seats = game.seats
    if not 2 <= len(seats) <= LAST_PLACE:
        raise GameError("Game {game} has {seats} seats; a rated game needs 2 to 5.", game=game.number, seats=len(seats))
    if game.rounds < 0:
        raise GameError(
            "Game {game} has {rounds} completed rounds; the number cannot be negative.",
            game=game.number,
            rounds=game.rounds,
        )
    people: list[int] = []
    places: list[int] = []
    for seat in seats:
        player, place, leaving = seat.player, seat.place, seat.leaving
        if player is not None:
            people.append(player)
        if place is not None:
            places.append(place)
        if leaving is not None:
            check_leaving(game, seat, leaving)
            people += [one.substitute for one in leavings(leaving) if one.substitute is not None]
    if len(set(people)) != len(people):
        raise GameError("Game {game} names a player twice; each player has one seat.", game=game.number)
    if len(places) != (len(seats) if game.ending is SCORED else 0):
        raise GameError(
            "Game {game}: every seat of a scored game needs a place; an abandoned game has none.", game=game.number
        )
    if not is_ranking(tuple(places)):
        raise GameError(
            "Game {game} has the places {places}. A place is one more than the players ahead: 1, 2, 2, 4.",
            game=game.number,
            places=tuple(sorted(places)),
        )


def check_leaving(game: FinishedGame, seat: RatedSeat, leaving: Leaving) -> None:
    """Only people leave, at a ply and after a round of the game, and a substitute after who was replaced."""
    if seat.player is None:
        raise GameError("In game {game} a bot leaves; only people can leave.", game=game.number)
    ply = rounds = 0
    for one in leavings(leaving):
        if not ply <= one.ply < LAST_PLY - LAST_PLACE:
            raise GameError(
                "In game {game} a player leaves at move {ply}; possible moves start at {least}.",
                game=game.number,
                ply=one.ply,
                least=ply,
            )
        if not rounds <= one.rounds <= game.rounds:
            raise GameError(
                "In game {game} a player leaves after {rounds} completed rounds; possible are {least} to {most}.",
                game=game.number,
                rounds=one.rounds,
                least=rounds,
                most=game.rounds,
            )
        if one.then is not None and one.substitute is None:
            raise GameError(
                "In game {game} a substitute leaves but is not named. Name the substitute.", game=game.number
            )
        ply, rounds = one.ply, one.rounds


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
