"""Which finished games are rated, and in what order their players stand: leavers, bots, substitutes, short games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from arbiter.errors import GameError

MINIMUM_ROUNDS = 2
"""Completed rounds before a game that breaks off is rated, and before a seat is its first player's for good."""

OVERALL = "overall"
LAST_PLACE = 5
LEVEL = 1  # who stayed in a game that broke off has no place and draws with the others who stayed
LAST_PLY = 1_000_000_000  # leavers stand behind places, the later the better


class Ending(Enum):
    """How a game came to its end."""

    SCORED = "scored"  # by the rules, with the final scoring
    BROKEN_OFF = "broken-off"  # too few were left to play on, or everybody agreed to stop


SCORED, BROKEN_OFF = Ending.SCORED, Ending.BROKEN_OFF  # looking them up in their class takes ten times as long


class Exit(Enum):
    """Why a player did not play to the end. Both count alike: a clock is part of the agreement to play."""

    RESIGNED = "resigned"
    TIMED_OUT = "timed-out"


class Unrated(Enum):
    """Why a game changes no rating."""

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
class Seat:
    """A seat: who sat down at the start (None: a bot), the final place if the game was scored, the leaving if any."""

    player: int | None
    place: int | None = None
    leaving: Leaving | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """What ratings need to know of a game. `at` is the time of finishing in whole microseconds."""

    at: int
    number: int
    seats: tuple[Seat, ...]
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
    """The game as it is rated, or why it is not."""
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


def left_early(seat: Seat, minimum_rounds: int) -> bool:
    """Whether nobody sat here, or the last who did left before `minimum_rounds`: the rest was played by bots."""
    if seat.leaving is None:
        return seat.player is None
    *_, last = leavings(seat.leaving)
    return last.substitute is None and last.rounds < minimum_rounds


def leavings(leaving: Leaving) -> Iterator[Leaving]:
    """All leavings of a seat in turn, the first player's first."""
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


def check_leaving(game: FinishedGame, seat: Seat, leaving: Leaving) -> None:
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
    """Whether each place counts those before it."""
    return all(place == 1 + sum(other < place for other in places) for place in places)
