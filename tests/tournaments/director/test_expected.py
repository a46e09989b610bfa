"""What the desk expects of a tournament is what the tournament then is: its rounds, the tables of its first round,
games of each."""

from __future__ import annotations

from datetime import timedelta

import pytest

from arbiter.progression.plan import Knockout, Plan, RoundRobin, fitted
from tests.arbiter.progression.simulated import Simulated
from tournaments.director.outlook import Expected, expected
from tournaments.director.templates import TEMPLATES, Chosen

WEEK = timedelta(weeks=1)


def told(plan: Plan, players: int) -> Expected:
    found = expected(plan, players, WEEK)
    assert found is not None
    return found


@pytest.mark.parametrize("template", ["robin", "groups", "robin-pairs", "groups-knockout"])
@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("players", [7, 12, 13])
def test_a_round_robin_has_the_rounds_and_tables_that_are_foretold(
    template: str, players: int, *, at_once: bool
) -> None:
    form = TEMPLATES[template]
    stages = form.stages(Chosen(rounds=4, groups=1, best_of=1, legs=1, at_once=at_once, table=4))
    plan = fitted(Plan(stages=stages, **({"sizes": None} if form.in_pairs else {})), players)
    tournament = Simulated(plan, players)
    tournament.run()
    says = told(plan, players)
    assert says.rounds == len(tournament.rounds)
    sizes = [len(table.players) for table in tournament.rounds[0].tables]
    assert sorted(sizes) == sorted(size for size, count in says.sizes for _ in range(count))
    first = plan.stages[0]
    assert isinstance(first, RoundRobin)
    assert first.fewest_rounds is (not at_once and not form.in_pairs)
    if first.at_once and len(plan.stages) == 1:
        assert says.longest == plan.round_time
        assert says.byes == 0, "all games begin at once"


@pytest.mark.parametrize(("players", "rounds", "sizes"), [(7, 7, ((4, 1),)), (12, 4, ((4, 3),)), (16, 4, ((4, 4),))])
def test_one_round_after_another_takes_as_few_as_can_be(
    players: int, rounds: int, sizes: tuple[tuple[int, int]]
) -> None:
    says = told(Plan(stages=(RoundRobin(at_once=False, fewest_rounds=True),)), players)
    assert (says.rounds, says.sizes, says.games) == (rounds, sizes, 4)
    assert says.longest == rounds * timedelta(days=42)


def test_tournaments_from_before_keep_their_schedule() -> None:
    assert told(Plan(stages=(RoundRobin(at_once=False),)), 12).rounds == 12


@pytest.mark.parametrize(("best_of", "rounds"), [(1, 3), (3, 6), (5, 9)])
def test_deciding_games_of_a_knockout_are_rounds_of_their_own(best_of: int, rounds: int) -> None:
    says = told(Plan(stages=(Knockout(best_of),), sizes=None), 8)
    assert (says.rounds, says.sizes, says.games) == (rounds, ((2, 4),), 3 * best_of)
    assert says.longest == rounds * timedelta(days=42)


def test_large_fields_are_foretold_from_smaller_ones() -> None:
    says = told(Plan(stages=(Knockout(3),), sizes=None), 1000)
    assert (says.rounds, says.sizes, says.games) == (20, ((2, 488),), 30)
    says = told(Plan(stages=(RoundRobin(2),), sizes=None), 131)
    assert (says.rounds, says.sizes, says.games) == (65, ((2, 65),), 65)


def test_a_double_elimination_is_looked_at_with_both_grand_finals() -> None:
    """Also of a field so large that a smaller one is played through."""
    plan = Plan(stages=(Knockout(double=True),), sizes=None)
    for players, rounds in ((2, 3), (8, 7), (16, 9), (64, 13), (100, 15), (256, 17)):
        found = expected(plan, players, timedelta(days=7))
        assert found is not None
        assert found.rounds == rounds
