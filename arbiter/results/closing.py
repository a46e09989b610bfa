"""Closing a round by the rule that the tournament stated at its creation: extended once, then every game counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from arbiter.errors import FormatError
from arbiter.results.games import Ending

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
