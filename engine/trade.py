"""What a purchase gives up, and what it brings back by income before the game ends: for warnings, from what its buyer sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core import Move, Rules, State
from engine.income import income
from engine.player import Player, Seat
from engine.round import Payday
from engine.rulebook import Rulebook, whole
from engine.scoring import different


@dataclass(frozen=True, slots=True)
class Loss:
    """What every scoring of a group pays less from now on; both are 0 or more."""

    group: str
    phase: str
    rubles: int
    points: int


@dataclass(frozen=True, slots=True)
class Return:
    """What a purchase costs, what its income brings back before the game ends, and at how many scorings."""

    phase: str
    price: int
    rubles: int
    scorings: int


def losses(state: State, seat: Seat, move: Move) -> tuple[Loss, ...]:
    """What the seat gives up at every scoring by this legal move that replaces a card: points or rubles, group by group. Where
    no scoring of the group is left there is nothing to lose."""
    if move.over is None:
        return ()
    found = []
    for phase, group, rubles, points in _changes(state.rules, state.players[seat], _after(state, seat, move)):
        if (rubles < 0 or points < 0) and scorings_left(state, group) != 0:
            found.append(Loss(group, phase, max(-rubles, 0), max(-points, 0)))
    return tuple(found)


def too_late(state: State, seat: Seat, move: Move) -> Return | None:
    """What a card of the tableau brings back, where it does nothing but pay rubles and can pay less than it costs; None where it
    pays back, gives points, has another use, or where that is not known.

    It is known in the last round only (END-1). With sets a card may count in ways of their own, and nothing is said.
    """
    rules = state.rules
    if not state.ending or rules.options.sets or move.kind != "buy" or move.source not in ("upper", "lower"):
        return None
    before, after = state.players[seat], _after(state, seat, move)
    changed = {slot for slot, (old, new) in enumerate(zip(before.facts, after.facts, strict=True)) if old != new}
    if changed - set(_of_incomes(whole(state))) or after.points != before.points:
        return None
    nobles = rules.noble_points(different(rules, after, "red")) - rules.noble_points(different(rules, before, "red"))
    price, back, times, last = before.rubles - after.rubles, 0, 0, ""
    for phase, group, rubles, points in _changes(rules, before, after):
        left = scorings_left(state, group) or 0
        if points * left > 0:
            return None
        back, times, last = back + rubles * left, max(times, left), phase
    return Return(last or state.phase, price, back, times) if nobles <= 0 and back < price else None


def scorings_left(state: State, group: str) -> int | None:
    """How often a group will still be scored: known in the last round (END-1), None before."""
    if not state.ending:
        return None
    ahead = whole(state).program(state.round)[state.step :]
    return sum(isinstance(step, Payday) and step.group == group for step in ahead)


def _after(state: State, seat: Seat, move: Move) -> Player:
    """The seat right after the move: nothing that follows from it has happened, and nothing hidden has been seen."""
    s = state.fork()
    asked = s.agenda[-1]
    s.agenda = s.agenda[:-1]
    s._legal = None
    asked.resolve(s, seat, move, None)
    return s.players[seat]


def _changes(rules: Rules, before: Player, after: Player) -> Iterator[tuple[str, str, int, int]]:
    """Phase, group and how much more or less rubles and points its scoring pays, of the groups where that changes."""
    for phase in rules.phases:
        if phase.group:
            rule = rules.incomes[phase.group]
            old, new = income(rule, before.facts), income(rule, after.facts)
            if old != new:
                yield phase.name, phase.group, new[0] - old[0], new[1] - old[1]


def _of_incomes(rules: Rulebook) -> Iterator[int]:
    """The facts that incomes are made of, and those that make more of the same cheaper."""
    for rule in rules.incomes.values():
        yield from (rule.rubles, rule.points)
        for per, count in (*rule.rubles_per, *rule.points_per):
            yield from (per, count)
    yield from (slot for name, slot in rules.slots.items() if name.startswith(("named ", "count ")))
