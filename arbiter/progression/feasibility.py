"""Whether so many players can play a plan to its end, and how it is fitted to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from arbiter.errors import PlanError, ScheduleError
from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Stage
from arbiter.schedules.catalogue import GAMES, Legs, schedule
from arbiter.sentences import Sentence


def fitted(plan: Plan, players: int) -> Plan:
    """The plan with the groups and games for everybody that come nearest to those it states, more rather than fewer, and of
    which there is a schedule for every group: five players at tables of four play four games, not two.

    Groups stay as they are as long as any number of games does. Raises PlanError where nothing fits, and where there are
    fewer players than a table takes.
    """
    form = plan.stages[0]
    if not isinstance(form, RoundRobin):
        return plan
    for groups in _by_distance(form.groups, players // plan.least):
        if plan.sizes is None:
            return _with(plan, replace(form, groups=groups))
        sizes = {players // groups, -(-players // groups)}
        for games in _by_distance(form.games, GAMES[-1]):
            if all(is_offered(size, plan.sizes, games, form.legs) for size in sizes):
                return _with(plan, replace(form, groups=groups, games=games))
    raise PlanError("No round-robin is available for {players} players at these tables.", players=players)


def table_of(players: int, sizes: Sizes) -> int:
    """How many sit at each table of a group: all of it where that may be, else as many as is preferred and can be."""
    if players in sizes.allowed:
        return players
    if players > sizes.preferred:
        return sizes.preferred
    return max((size for size in sizes.allowed if size < players), default=sizes.preferred)


@lru_cache(maxsize=1024)
def is_offered(players: int, sizes: Sizes, games: int, legs: int) -> bool:
    """Whether there is a schedule for a group."""
    try:
        schedule(players, table_of(players, sizes), games, legs_of(legs))
    except ScheduleError:
        return False
    return True


def legs_of(legs: int) -> Legs:
    return Legs.DOUBLE if legs == 2 else Legs.SINGLE


def _with(plan: Plan, form: RoundRobin) -> Plan:
    return plan if form == plan.stages[0] else replace(plan, stages=(form, *plan.stages[1:]))


def _by_distance(wanted: int, most: int) -> Iterator[int]:
    """1 to `most`, the nearest to `wanted` first, of two equally near the larger one."""
    yield from sorted(range(1, most + 1), key=lambda one: (abs(one - wanted), -one))


MORE = 8
"""So many players more are looked at to say how many it takes."""


def fields(plan: Plan, players: int) -> Iterator[tuple[Stage, int]]:
    """Each stage, and how many play it: of unequal groups as many as the smallest sends."""
    form = plan.stages[0]
    yield form, players
    for stage in plan.stages[1:]:
        parted = form.groups if isinstance(form, RoundRobin) else 1
        each = players // parted
        each = min(each, stage.from_each) if isinstance(stage, Knockout | FinalTables) and stage.from_each else each
        yield stage, each * parted


def reason_against(plan: Plan, players: int) -> Sentence | None:
    """Why so many cannot start it, with how many can; None where they can."""
    found = _reason(plan, players)
    if found is None:
        return None
    enough = next((more for more in range(players + 1, players + MORE) if _reason(plan, more) is None), None)
    if enough is not None:
        return Sentence(
            "{players} players are too few for this tournament; it takes {enough}.", players=players, enough=enough
        )
    return found


def _reason(plan: Plan, players: int) -> Sentence | None:
    if players < plan.least:
        return Sentence(
            "{players} players are too few; a table needs at least {least}.", players=players, least=plan.least
        )
    try:
        plan = fitted(plan, players)
    except PlanError as error:
        return error.sentence
    for _stage, number in fields(plan, players):
        if not plan.seats(number):
            return Sentence(
                "Of {players} players only {number} would go on to the second stage, too few for it. Let more go on.",
                number=number,
                players=players,
            )
    return None
