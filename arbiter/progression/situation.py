"""A tournament at one moment, as values: who is there, what has been played, and what comes next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction

from arbiter.formats.groups import Withdrawal, groups, kept_apart
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Stage, Swiss, table_of
from arbiter.results import GameResult
from arbiter.schedules.catalogue import schedule
from arbiter.schedules.designs import berger, double_berger
from arbiter.schedules.rounds import in_rounds, parted
from arbiter.sentences import Sentence


class Why(Enum):
    BYE = "bye"  # the pairing gave it
    REQUESTED = "requested"
    ABSENT = "absent"  # vanished, withdrawn, or not there before a given day
    LATE = "late"  # before the entry
    FREE = "free"  # the schedule has no game for them, they are through already, or out


@dataclass(frozen=True, slots=True)
class Counted:
    """A table of a round whose game counts. `played` is false for a game in pairs that never really began."""

    round_number: int
    table: int
    result: GameResult
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
    Of a later stage that has begun, `finalists` sit at its tables, and `qualified` are the groups (`group_standings`) as they were
    then: what is corrected afterwards moves nobody into it or out of it.
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
    finalists: frozenset[int] = frozenset()
    qualified: tuple[tuple[int, ...], ...] = ()

    @property
    def form(self) -> Stage:
        return self.plan.stages[self.stage]

    @property
    def in_stage(self) -> int:
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


def left_early(situation: Situation) -> bool:
    """Whether a tournament of which no round follows would have had another one if more people were left: a Swiss some
    of its rounds,
    a first stage the one after it. A knockout is over when it is decided."""
    form = situation.form
    if isinstance(form, Swiss) and situation.in_stage < form.rounds:
        return True
    return isinstance(form, FinalTables | Knockout) and situation.stage > 0 and not situation.in_stage


Tables = Sequence[tuple[int, ...]]


def grouped(situation: Situation) -> Tables:
    """The groups of the first stage by the numbers of their members: by a serpentine over the seeds, people who are kept apart
    in different ones."""
    form = situation.plan.stages[0]
    assert isinstance(form, RoundRobin)
    if form.groups == 1:
        return (tuple(situation.entrants),)
    return kept_apart(
        groups(situation.entrants, form.groups), situation.apart_at_first if situation.stage else situation.apart
    )


def scheduled(situation: Situation) -> list[tuple[tuple[int, ...], ...]]:
    """The tables of every round of the first stage, everybody seated."""
    of_groups = [rounds_of(situation, members) for members in grouped(situation)]
    return [
        tuple(table for rounds in of_groups if index < len(rounds) for table in rounds[index])
        for index in range(max(map(len, of_groups)))
    ]


def rounds_of(situation: Situation, members: Sequence[int]) -> list[Tables]:
    """The rounds of one group, by the numbers of its members."""
    form, sizes = situation.plan.stages[0], situation.plan.sizes
    assert isinstance(form, RoundRobin)
    order = sorted(members, key=lambda player: situation.lots.get(player, player))
    if sizes is None:
        made = double_berger(len(order)) if form.legs == 2 else berger(len(order))
        return [
            [tuple(order[seat - 1] for seat in pair) for pair in pairs if max(pair) <= len(order)] for pairs in made
        ]
    numbers = len(order), table_of(len(order), sizes), form.games, form.legs
    rounds = in_rounds(*numbers) if form.fewest_rounds else parted(schedule(*numbers).tables)
    return [[tuple(order[seat - 1] for seat in one) for one in tables] for tables in rounds]
