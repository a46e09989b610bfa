"""What a purchase gives up at every scoring: for warnings, from what its buyer sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import Move, Rules, State
from engine.income import income
from engine.player import Player, Seat
from engine.round import Payday
from engine.rulebook import whole


@dataclass(frozen=True, slots=True)
class Loss:
    """What every scoring of a group pays less from now on; both are 0 or more."""

    group: str
    phase: str
    rubles: int
    points: int


def losses(state: State, seat: Seat, move: Move) -> tuple[Loss, ...]:
    """What the seat gives up at every scoring by this legal move that replaces a card: points or rubles, group by group. Where
    no scoring of the group is left there is nothing to lose."""
    if move.over is None:
        return ()
    found = []
    for phase, group, rubles, points in income_changes(
        state.rules, state.players[seat], right_after(state, seat, move)
    ):
        if (rubles < 0 or points < 0) and scorings_left(state, group) != 0:
            found.append(Loss(group, phase, max(-rubles, 0), max(-points, 0)))
    return tuple(found)


def scorings_left(state: State, group: str) -> int | None:
    """How often a group will still be scored: known in the last round (END-1), None before."""
    if not state.ending:
        return None
    ahead = whole(state).program(state.round)[state.step :]
    return sum(isinstance(step, Payday) and step.group == group for step in ahead)


def right_after(state: State, seat: Seat, move: Move) -> Player:
    """The seat right after the move: nothing that follows from it has happened, and nothing hidden has been seen."""
    s = state.fork()
    asked = s.agenda[-1]
    s.agenda = s.agenda[:-1]
    s._legal = None
    asked.resolve(s, seat, move, None)
    return s.players[seat]


def income_changes(rules: Rules, before: Player, after: Player) -> Iterator[tuple[str, str, int, int]]:
    """Phase, group and how much more or less rubles and points its scoring pays, of the groups where that changes."""
    for phase in rules.phases:
        if phase.group:
            rule = rules.incomes[phase.group]
            old, new = income(rule, before.facts), income(rule, after.facts)
            if old != new:
                yield phase.name, phase.group, new[0] - old[0], new[1] - old[1]
