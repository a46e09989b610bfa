"""A tournament at one moment, as values: who is there, what has been played, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from arbiter.formats.round_robin import Withdrawal
from arbiter.progression.plan import Plan, Stage
from arbiter.results.shared import Result
from arbiter.sentences import Sentence


class Why(Enum):
    """Why somebody has no game in a round."""

    BYE = "bye"  # the pairing gave it
    REQUESTED = "requested"
    ABSENT = "absent"  # vanished, withdrawn, or not there before a given day
    LATE = "late"  # before the entry
    FREE = "free"  # the schedule has no game for him, or he has gone on, or is out


@dataclass(frozen=True, slots=True)
class Counted:
    """A table of a round whose game counts. `played` is false for a game in pairs that never really began."""

    round_number: int
    table: int
    result: Result
    group: int = 0
    leg: int = 1
    deal: int = 0
    played: bool = True


@dataclass(frozen=True, slots=True)
class Resting:
    """Somebody without a game in a round, and the share of a win that it gives."""

    round_number: int
    player: int
    why: Why
    points: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Situation:
    """A tournament before its next rounds. Players go by their numbers in the tournament, 1 the best seed.

    `done` rounds are behind, `before` of them belong to earlier stages; `stage` counts from 0. `here` are those who can be
    paired now. `lots` are drawn at the start, one for each entrant, the lowest first.
    `apart` are pairs who are kept from each other in the present stage, `apart_at_first` in the first one where that is over.
    `gave_up` are those who left a round-robin, with what became of their games.
    `later` are those who sit out the next round and can be paired after it.
    """

    plan: Plan
    entrants: tuple[int, ...]
    here: frozenset[int]
    seed: int
    done: int = 0
    before: int = 0
    stage: int = 0
    counted: tuple[Counted, ...] = ()
    rests: tuple[Resting, ...] = ()
    lots: Mapping[int, int] = field(default_factory=dict)
    apart: frozenset[tuple[int, int]] = frozenset()
    apart_at_first: frozenset[tuple[int, int]] = frozenset()
    gave_up: Mapping[int, Withdrawal] = field(default_factory=dict)
    later: frozenset[int] = frozenset()

    @property
    def form(self) -> Stage:
        """How the present stage is played."""
        return self.plan.stages[self.stage]

    @property
    def in_stage(self) -> int:
        """How many rounds of the present stage are behind."""
        return self.done - self.before


@dataclass(frozen=True, slots=True)
class Seated:
    """A table of the next round: players in the order of their seats."""

    players: tuple[int, ...]
    group: int = 0
    leg: int = 1


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round as it is to be played, why it is so, and what it was made from (kept text, to be made again)."""

    tables: tuple[Seated, ...]
    rests: tuple[tuple[int, Why], ...] = ()
    why: tuple[Sentence, ...] = ()
    made_from: str = ""
