"""Whether so many players can play a plan to its end, and why not."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.errors import PlanError
from arbiter.progression.fitting import fitted
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Stage
from arbiter.sentences import Sentence

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
