"""How each form of a stage goes on. A module for each; `following` asks the right one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from arbiter.kept import from_json
from arbiter.pairing.violations import Violation
from arbiter.progression import knockouts, swiss
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Stage, Swiss
from arbiter.progression.situation import NextRound, Situation


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
