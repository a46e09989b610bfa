"""A game of a tournament as it ended, and closing a round by the tournament's rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from arbiter.errors import FormatError, GameError


class Ending(Enum):
    """How a game came to count."""

    SCORED = "scored"  # by the rules of the game, with the final scoring
    BROKEN_OFF = "broken-off"  # too few were left to play on: who stayed is level
    ADJUDICATED = "adjudicated"  # played out by a bot from where it stood when the round closed
    POINTS = "points"  # the round closed: the points so far decide
    FORFEITED = "forfeited"  # the round closed: who was late is last, the points so far decide among the others


@dataclass(frozen=True, slots=True)
class Left:
    """When a holder gave his seat up (by ply, and by rounds completed then), and whether the clock made him."""

    ply: int
    rounds: int
    timed_out: bool = False


@dataclass(frozen=True, slots=True)
class Tenure:
    """Somebody who held a seat, a bot as None, and how he left it; the last one of a seat may still be there."""

    player: int | None
    left: Left | None = None


@dataclass(frozen=True, slots=True)
class Sat:
    """A seat: its tenures in turn, its VP and what parts equal VP (rubles), its place if the game was scored, and
    whether the round waited for it when it closed."""

    tenures: tuple[Tenure, ...]
    vp: int
    tie: int = 0
    place: int | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A game of two to five seats that counts; `rounds` are those completed."""

    number: int
    seats: tuple[Sat, ...]
    rounds: int
    ending: Ending

    def __post_init__(self) -> None:
        if not 2 <= len(self.seats) <= 5:
            raise GameError("Game {game} has {seats} seats; it needs 2 to 5.", game=self.number, seats=len(self.seats))
        people: list[int] = []
        for seat, sat in enumerate(self.seats):
            if not sat.tenures:
                raise GameError("Game {game}: seat {seat} was never taken.", game=self.number, seat=seat)
            if any(tenure.left is None for tenure in sat.tenures[:-1]):
                raise GameError(
                    "Game {game}: seat {seat} changed players although nobody had left it.", game=self.number, seat=seat
                )
            if (sat.place is not None) is not (self.ending is Ending.SCORED):
                raise GameError(
                    "Game {game}: every seat of a scored game needs a place; other games have none.", game=self.number
                )
            people += {tenure.player for tenure in sat.tenures if tenure.player is not None}
        if len(set(people)) != len(people):
            raise GameError("Game {game}: one player held two seats.", game=self.number)

    @property
    def gone(self) -> tuple[int, ...]:
        """Who did not hold his seat to the end, or was waited for when the round closed by forfeit: whatever becomes of the
        seat's result."""
        found = []
        for sat in self.seats:
            last = {tenure.player: tenure for tenure in sat.tenures if tenure.player is not None}
            found += [player for player, tenure in last.items() if tenure.left is not None]
            if self.ending is Ending.FORFEITED and sat.late:
                found += [player for player, tenure in last.items() if tenure.left is None]
        return tuple(found)


ENDINGS = {"adjudicate": Ending.ADJUDICATED, "points": Ending.POINTS, "forfeit": Ending.FORFEITED}


class Unfinished(Enum):
    """How a game counts that is not over when its round closes."""

    ADJUDICATE = "adjudicate"  # a bot plays it out from where it stands; not rated
    POINTS = "points"  # the points so far
    FORFEIT = "forfeit"  # who is late is last, the others by the points so far


@dataclass(frozen=True, slots=True)
class Closing:
    """The rule: by how much a round is extended once, if at all, and what becomes of games not over then."""

    then: Unfinished = Unfinished.POINTS
    extension: timedelta | None = None

    def __post_init__(self) -> None:
        if self.extension is not None and self.extension <= timedelta(0):
            raise FormatError("The extension of a round must be longer than zero, or left out.")


class Step(Enum):
    """What happens at the deadline."""

    CLOSE = "close"  # every game is over
    EXTEND = "extend"
    PLAY_OUT = "play-out"  # the games named are played out by a bot first
    COUNT = "count"  # the games named count as they stand


@dataclass(frozen=True, slots=True)
class AtDeadline:
    """The step, the games it concerns, and with an extension by how much."""

    step: Step
    games: tuple[int, ...] = ()
    by: timedelta | None = None


def at_deadline(rule: Closing, running: Sequence[int], *, was_extended: bool) -> AtDeadline:
    """What the rule says when the deadline of a round comes and these games, by number, are still running."""
    games = tuple(sorted(running))
    if not games:
        return AtDeadline(Step.CLOSE)
    if rule.extension is not None and not was_extended:
        return AtDeadline(Step.EXTEND, games, rule.extension)
    return AtDeadline(Step.PLAY_OUT if rule.then is Unfinished.ADJUDICATE else Step.COUNT, games)
