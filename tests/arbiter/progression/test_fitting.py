"""A round-robin at tables is played with the games and groups that come nearest to what was stated."""

from __future__ import annotations

from itertools import combinations

import pytest

from arbiter.errors import PlanError
from arbiter.pairing.tables.field import Sizes
from arbiter.progression.courses import following
from arbiter.progression.plan import FinalTables, Plan, RoundRobin, fitted
from tests.arbiter.progression.simulated import Simulated


def form_of(plan: Plan) -> tuple[int, int]:
    """Groups and games."""
    form = plan.stages[0]
    assert isinstance(form, RoundRobin)
    return form.groups, form.games


@pytest.mark.parametrize(
    ("players", "stated", "fits"),
    [
        (5, (1, 2), (1, 4)),  # 5 x 2 seats fill no tables of four
        (6, (1, 3), (1, 4)),  # of two equally near the larger one
        (8, (1, 3), (1, 3)),
        (17, (1, 4), (2, 4)),  # no schedule is kept for 17
        (6, (2, 3), (2, 3)),  # two tables of three
        (5, (2, 3), (1, 4)),  # not two groups of tables
    ],
)
def test_the_nearest_that_can_be_played(players: int, stated: tuple[int, int], fits: tuple[int, int]) -> None:
    groups, games = stated
    assert form_of(fitted(Plan(stages=(RoundRobin(groups, games=games),)), players)) == fits


def test_what_fits_stays_the_same_value() -> None:
    for plan in (Plan(), Plan(stages=(RoundRobin(games=4),))):
        assert fitted(plan, 8) is plan


def test_groups_of_pairs_have_two_at_least() -> None:
    plan = Plan(stages=(RoundRobin(4),), sizes=None)
    assert form_of(fitted(plan, 5))[0] == 2
    assert fitted(plan, 8) is plan


ALLOWED = [frozenset(sizes) for number in (1, 2, 3) for sizes in combinations((3, 4, 5), number)]


@pytest.mark.parametrize("allowed", ALLOWED, ids=lambda sizes: "".join(map(str, sorted(sizes))))
def test_every_field_from_one_table_on_can_begin(allowed: frozenset[int]) -> None:
    """And the first round is paired with everybody who is not free."""
    for preferred in allowed:
        sizes = Sizes(preferred, allowed)
        for players in (*range(min(allowed), 9), 11, 17, 23):
            for stages in ((RoundRobin(games=2),), (RoundRobin(2, games=3), FinalTables(2))):
                plan = fitted(Plan(stages=stages, sizes=sizes), players)
                assert following(Simulated(plan, players).situation), (players, sizes, stages)


def test_fewer_than_a_table_fit_nothing() -> None:
    with pytest.raises(PlanError):
        fitted(Plan(stages=(RoundRobin(),), sizes=Sizes(4, frozenset({4}))), 3)
