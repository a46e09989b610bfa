"""Who cannot be kept apart, by form and number of players."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

import pytest

from arbiter.progression.courses import Meeting, following, meetings
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss
from arbiter.progression.situation import Situation
from tests.arbiter.progression.simulated import Simulated

SURE, LATER, POSSIBLE = Meeting.SURE, Meeting.LATER, Meeting.POSSIBLE
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
        (Plan(stages=(Swiss(4), FinalTables(4))), 16, {(1, 2)}, {(1, 2): LATER}),
        (Plan(stages=(RoundRobin(),), sizes=None), 6, {(1, 2)}, {(1, 2): SURE}),
        (Plan(stages=(RoundRobin(),)), 9, {(1, 2)}, {(1, 2): POSSIBLE}),
        (Plan(stages=(RoundRobin(2),), sizes=None), 8, {(1, 4)}, {}),
        (Plan(stages=(RoundRobin(2),)), 8, {(1, 4), (1, 5), (1, 8)}, {}),
        (Plan(stages=(RoundRobin(2),)), 8, {(1, 2), (1, 3), (2, 3)}, {(2, 3): SURE}),
        (Plan(stages=(RoundRobin(2), FinalTables(2))), 8, {(1, 4)}, {(1, 4): LATER}),
        (Plan(stages=(Knockout(),), sizes=None), 8, {(1, 8), (3, 4)}, {(1, 8): LATER, (3, 4): LATER}),
        (Plan(stages=(Knockout(),), sizes=None), 2, {(1, 2)}, {(1, 2): SURE}),
        (Plan(stages=(Knockout(),)), 8, {(1, 4)}, {(1, 4): LATER}),
        (Plan(stages=(Knockout(),)), 4, {(1, 4)}, {(1, 4): SURE}),
    ],
)
def test_who_cannot_be_kept_apart(plan: Plan, players: int, apart: set[tuple[int, int]], said: object) -> None:
    assert meetings(plan, players, apart) == said


@pytest.mark.parametrize(
    ("plan", "players", "apart"),
    [
        (Plan(stages=(RoundRobin(2),), sizes=None), 8, (1, 4)),
        (Plan(stages=(RoundRobin(2),)), 8, (1, 4)),
        (Plan(stages=(Knockout(),), sizes=None), 8, (1, 8)),
        (Plan(stages=(Knockout(),)), 8, (1, 4)),
    ],
)
def test_groups_and_draws_keep_people_apart(plan: Plan, players: int, apart: tuple[int, int]) -> None:
    """Those who would meet at once, by serpentine or draw, do not, and everybody has as many games as before."""

    def tables(kept: frozenset[tuple[int, int]]) -> list[set[int]]:
        everybody = range(1, players + 1)
        before = Situation(plan, tuple(everybody), frozenset(everybody), 7, apart=kept)
        return [set(one.players) for of in following(before) for one in of.tables]

    plain, found = tables(frozenset()), tables(frozenset({apart}))
    assert any(set(apart) <= table for table in plain)
    assert not any(set(apart) <= table for table in found)
    assert Counter(chain(*found)) == Counter(chain(*plain))


def test_three_who_keep_away_from_each_other_do_not_fit_two_tables() -> None:
    found = meetings(Plan(stages=(Swiss(4),)), 8, set(combinations((1, 2, 3), 2)))
    assert set(found.values()) == {SURE}
    assert len(found) == 1


@pytest.mark.parametrize("plan", [Plan(stages=(Swiss(1),)), Plan(stages=(Swiss(1),), sizes=None)])
def test_two_who_should_be_apart_still_play_where_there_is_nobody_else(plan: Plan) -> None:
    tournament = Simulated(plan, 3 if plan.sizes else 2)
    tournament.situation = type(tournament.situation)(
        plan,
        tournament.situation.entrants,
        tournament.situation.here,
        7,
        lots=tournament.situation.lots,
        apart=frozenset({(1, 2)}),
    )
    (one,) = following(tournament.situation)
    assert {*one.tables[0].players} == {*tournament.situation.entrants}
    assert not any("apart" in sentence.pattern for sentence in one.why)
