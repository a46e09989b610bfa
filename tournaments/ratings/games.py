"""Which finished games are rated, and in what order their players stand: leavers, bots, substitutes, short games."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from tournaments.ratings.errors import GameError

MINIMUM_ROUNDS = 2
"""Completed rounds before a game that breaks off is rated, and before a seat is its first player's for good."""

OVERALL = "overall"


class Ending(Enum):
    """How a game came to its end."""

    SCORED = "scored"  # by the rules, with the final scoring
    BROKEN_OFF = "broken-off"  # too few were left to play on, or everybody agreed to stop


class Exit(Enum):
    """Why a player did not play to the end. Both count alike: a clock is part of the agreement to play."""

    RESIGNED = "resigned"
    TIMED_OUT = "timed-out"


class Unrated(Enum):
    """Why a game changes no rating."""

    CASUAL = "casual"  # agreed so at its start
    TOO_FEW_PEOPLE = "too-few-people"  # bots have no rating
    TOO_SHORT = "too-short"
    AGREED = "agreed"  # stopped by agreement, with nobody leaving


@dataclass(frozen=True, slots=True)
class Leaving:
    """When (by ply, and by rounds completed then) and why a player left; the seat may go on with a bot."""

    ply: int
    rounds: int
    reason: Exit
    substitute: int | None = None  # the player who took the seat over


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
    if game.ending is Ending.BROKEN_OFF:
        if game.rounds < minimum_rounds:
            return Unrated.TOO_SHORT
        if not any(seat.leaving for seat in game.seats):
            return Unrated.AGREED
    standing = [
        (player, rank)
        for seat in game.seats
        for player, rank in [answerable(seat, minimum_rounds)]
        if player is not None
    ]
    if len(standing) < 2:
        return Unrated.TOO_FEW_PEOPLE
    standing.sort()
    order = sorted({rank for _, rank in standing})
    return RatedGame(
        game.at,
        game.number,
        pools(game),
        tuple(player for player, _ in standing),
        tuple(order.index(rank) + 1 for _, rank in standing),
    )


def answerable(seat: Seat, minimum_rounds: int) -> tuple[int | None, tuple[int, int]]:
    """Whose game a seat's is, and where it stands: (0, place) for who stayed, (1, -ply of leaving) for who left.

    A leaver stands behind everybody who stayed, however well a bot or a substitute finished the game, and behind
    everybody who left later. A late substitute is not rated: the position was not theirs. One who came before
    `minimum_rounds` played nearly the whole game, so the game is theirs alone and the leaver is not rated.
    """
    leaving = seat.leaving
    if leaving and leaving.substitute is not None and leaving.rounds < minimum_rounds:
        return leaving.substitute, (0, seat.place or 1)
    if leaving:
        return seat.player, (1, -leaving.ply)
    return seat.player, (0, seat.place or 1)


def pools(game: FinishedGame) -> tuple[str, ...]:
    """The pools a game counts in: its own (variant, a duel or a table, speed) and the overall one."""
    company = "duel" if len(game.seats) == 2 else "table"
    return (f"{game.variant}/{company}/{game.speed}", OVERALL)


def check(game: FinishedGame) -> None:
    """A game tells one story: two to five seats, nobody twice, places where there was a scoring."""
    name = f"Game {game.number}"
    if not 2 <= len(game.seats) <= 5:
        raise GameError(f"{name} has {len(game.seats)} seats; a rated game has 2 to 5.")
    people = [seat.player for seat in game.seats if seat.player is not None]
    people += [s.leaving.substitute for s in game.seats if s.leaving and s.leaving.substitute is not None]
    if len(set(people)) != len(people):
        raise GameError(f"{name} names a player twice; everybody has one seat.")
    for seat in game.seats:
        if seat.leaving and seat.player is None:
            raise GameError(f"{name} lets a bot leave; only people leave.")
        if (seat.place is None) == (game.ending is Ending.SCORED):
            raise GameError(f"{name}: a scored game gives every seat a place, one that broke off gives none.")
    places = [seat.place for seat in game.seats if seat.place is not None]
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise GameError(f"{name} has the places {places}; places count those before: 1, 2, 2, 4.")
    if "/" in game.variant or "/" in game.speed:
        raise GameError(f"{name}: names of variants and speeds have no slash; it parts them in the pool's name.")
