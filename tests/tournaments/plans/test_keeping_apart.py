"""Who cannot be kept apart, by form and number of players."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.tournaments.plans.simulated import Simulated
from tournaments.plans.courses import following
from tournaments.plans.keeping_apart import Meeting, meetings
from tournaments.plans.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss

SURE, POSSIBLE = Meeting.SURE, Meeting.POSSIBLE
PAIRS = Plan(stages=(Swiss(3),), sizes=None)


@pytest.mark.parametrize(
    ("plan", "players", "apart", "said"),
    [
        (Plan(stages=(Swiss(4),)), 8, {(1, 2)}, {}),
        (Plan(stages=(Swiss(4),)), 4, {(1, 2)}, {(1, 2): SURE}),
        (Plan(stages=(Swiss(4),)), 3, {(1, 2)}, {(1, 2): SURE}),
        (PAIRS, 4, {(1, 2)}, {(1, 2): SURE}),
        (PAIRS, 5, {(1, 2)}, {}),
        (PAIRS, 6, {(1, 2)}, {}),
        (PAIRS, 2, {(1, 2)}, {(1, 2): SURE}),
        (Plan(stages=(Swiss(4), FinalTables(4))), 16, {(1, 2)}, {(1, 2): POSSIBLE}),
        (Plan(stages=(RoundRobin(),), sizes=None), 6, {(1, 2)}, {(1, 2): SURE}),
        (Plan(stages=(RoundRobin(2),), sizes=None), 8, {(1, 2)}, {(1, 2): POSSIBLE}),
        (Plan(stages=(Knockout(),), sizes=None), 8, {(1, 2), (3, 4)}, {(1, 2): POSSIBLE, (3, 4): POSSIBLE}),
    ],
)
def test_who_cannot_be_kept_apart(plan: Plan, players: int, apart: set[tuple[int, int]], said: object) -> None:
    assert meetings(plan, players, apart) == said


def test_three_who_keep_away_from_each_other_do_not_fit_two_tables() -> None:
    found = meetings(Plan(stages=(Swiss(4),)), 8, set(combinations((1, 2, 3), 2)))
    assert set(found.values()) == {SURE}
    assert len(found) == 1


@pytest.mark.parametrize("plan", [Plan(stages=(Swiss(1),)), Plan(stages=(Swiss(1),), sizes=None)])
def test_two_who_should_be_apart_still_play_where_there_is_nobody_else(plan: Plan) -> None:
    event = Simulated(plan, 3 if plan.sizes else 2)
    event.situation = type(event.situation)(
        plan, event.situation.entrants, event.situation.here, 7, lots=event.situation.lots, apart=frozenset({(1, 2)})
    )
    (one,) = following(event.situation)
    assert {*one.tables[0].players} == {*event.situation.entrants}
    assert not any("apart" in sentence.pattern for sentence in one.why)
