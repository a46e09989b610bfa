"""How each form of a stage goes on, and which people who should be kept apart cannot be in this form with so many players."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import Enum

from arbiter.errors import PlanError
from arbiter.formats.groups import together
from arbiter.kept import from_json
from arbiter.pairing.violations import Violation
from arbiter.progression import knockouts, swiss
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Stage, Swiss, fitted
from arbiter.progression.situation import NextRound, Situation, grouped


def _knockout(situation: Situation) -> tuple[NextRound, ...]:
    return (
        knockouts.knockout_rounds(situation) if situation.plan.in_pairs else knockouts.table_knockout_rounds(situation)
    )


COURSES: Mapping[type, Callable[[Situation], tuple[NextRound, ...]]] = {
    Swiss: swiss.swiss_rounds,
    RoundRobin: swiss.round_robin_rounds,
    Knockout: _knockout,
    FinalTables: knockouts.final_rounds,
}


def following(situation: Situation) -> tuple[NextRound, ...]:
    """The rounds that are to be played next in the present stage, usually one; none when the stage is over.

    Raises a PairingError where the field cannot be paired at all, such as too few players for a table.
    """
    return COURSES[type(situation.form)](situation)


def again(plan: Plan, stage: Stage, made_from: str, number: int) -> NextRound | None:
    """The round of this number that the present arithmetic makes from what a round was made from: its field in a Swiss, the
    whole situation else. None where that gives no such round, and where nothing is kept. Raises KeptError."""
    if not made_from:
        return None
    if isinstance(stage, Swiss):
        return swiss.again(made_from, in_pairs=plan.in_pairs)
    situation = from_json(Situation, made_from)
    made = following(situation)
    index = number - situation.done - 1
    return made[index] if 0 <= index < len(made) else None


def violations(
    plan: Plan, stage: Stage, made_from: str, tables: Sequence[tuple[int, ...]], byes: Sequence[int]
) -> tuple[Violation, ...]:
    """What tables made by hand violate; nothing is known where a form of a stage keeps no field. Raises KeptError."""
    if not isinstance(stage, Swiss) or not made_from:
        return ()
    return swiss.violations(made_from, tables, byes, in_pairs=plan.in_pairs)


Pair = tuple[int, int]


class Meeting(Enum):
    SURE = "sure"  # there are too few others, or too few tables
    LATER = "later"  # not at first, but later rounds do not look at it
    POSSIBLE = "possible"  # the form does not look at it


def meetings(plan: Plan, players: int, apart: Collection[Pair]) -> Mapping[Pair, Meeting]:
    """Those of the pairs who are not kept apart; of whom nothing is said is. Players go by their seeds, the best is 1."""
    first = plan.stages[0]
    found: Mapping[Pair, Meeting]
    if isinstance(first, Swiss):
        found = dict.fromkeys(
            _in_pairs(first, players, apart) if plan.sizes is None else _at_tables(plan, players, apart), Meeting.SURE
        )
    elif isinstance(first, RoundRobin):
        found = _in_groups(_fitted(plan, players), players, apart)
    else:
        tables = following(_before(plan, players, apart))
        found = dict.fromkeys(together([one.players for of in tables for one in of.tables], apart), Meeting.SURE)
    has_more = len(plan.stages) > 1 or isinstance(first, Knockout)
    later = {pair: Meeting.LATER for pair in apart if pair not in found} if has_more else {}
    return {pair: found[pair] for pair in apart if pair in found} | later


def _fitted(plan: Plan, players: int) -> Plan:
    """The plan with the groups that so many get; as it is where they are too few to start."""
    try:
        return fitted(plan, players)
    except PlanError:
        return plan


def _before(plan: Plan, players: int, apart: Collection[Pair]) -> Situation:
    everybody = range(1, players + 1)
    return Situation(plan, tuple(everybody), frozenset(everybody), seed=0, apart=frozenset(apart))


def _in_groups(plan: Plan, players: int, apart: Collection[Pair]) -> dict[Pair, Meeting]:
    """Those who come into one group: in pairs all of it meet, and where it is one table."""
    form = plan.stages[0]
    assert isinstance(form, RoundRobin)
    enough = players >= form.groups * plan.least
    groups = grouped(_before(plan, players, apart)) if enough else [tuple(range(1, players + 1))]
    found: dict[Pair, Meeting] = {}
    for group in groups:
        is_sure = plan.sizes is None or len(group) in plan.sizes.allowed
        found |= dict.fromkeys(together([group], apart), Meeting.SURE if is_sure else Meeting.POSSIBLE)
    return found


def _in_pairs(form: Swiss, players: int, apart: Collection[Pair]) -> Iterator[Pair]:
    """Those of whom one has fewer others than there are rounds; a bye is a round without anybody."""
    kept = Counter(player for pair in apart for player in pair)
    for pair in apart:
        if any(form.rounds > players - 1 - kept[player] + players % 2 for player in pair):
            yield pair


def _at_tables(plan: Plan, players: int, apart: Collection[Pair]) -> Iterator[Pair]:
    """Those among whom more keep away from each other than there are tables."""
    assert plan.sizes is not None
    tables = len(plan.sizes.of(players)) if players >= plan.least else 1
    near: dict[int, set[int]] = {}
    for one, other in apart:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    table: dict[int, int] = {}
    for player in sorted(near, key=lambda one: (-len(near[one]), one)):
        taken = {table[other] for other in near[player] if other in table}
        table[player] = next((number for number in range(tables) if number not in taken), 0)
    for one, other in apart:
        if table[one] == table[other]:
            yield one, other
