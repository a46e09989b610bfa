"""What an outlook shows can start, and what it does not show cannot; the reason says how many it takes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from arbiter.errors import TournamentError
from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import FinalTables, Plan, RoundRobin, fitted, reason_against
from tournaments.director.outlook import expected
from tournaments.director.templates import TEMPLATES, Chosen

GAME = timedelta(days=20)


@pytest.mark.parametrize("form", TEMPLATES)
@pytest.mark.parametrize("sizes", [Sizes(), Sizes(3, frozenset({3, 5}), last_two=True)])
def test_every_start_that_is_allowed_can_be_laid_out(form: str, sizes: Sizes) -> None:
    template = TEMPLATES[form]
    stages = template.stages(Chosen(template.rounds, 2, 1, 1, at_once=True, table=sizes.preferred))
    plan = Plan(stages=stages, sizes=None if template.in_pairs else sizes)
    for players in range(13):
        if reason_against(plan, players) is None:
            found = expected(fitted(plan, players), players, GAME)
            assert found is not None
            assert found.sizes
        else:
            with pytest.raises((TournamentError, AssertionError)):
                assert expected(fitted(plan, players), players, GAME)


def test_a_final_that_too_few_would_reach_is_a_reason_with_how_many_it_takes() -> None:
    plan = Plan(stages=(RoundRobin(2, games=3), FinalTables(2)))
    assert [players for players in range(3, 13) if reason_against(plan, players) is not None] == [3, 4, 5]
    for players in (3, 5):
        assert reason_against(plan, players) == f"{players} players are too few for this tournament; it takes 6."
    with_two = Plan(stages=plan.stages, sizes=Sizes(last_two=True))
    assert reason_against(with_two, 5) is None


def test_a_final_that_nobody_can_reach_is_a_reason_that_says_what_helps() -> None:
    plan = Plan(stages=(RoundRobin(1, games=3), FinalTables(2)))
    assert reason_against(plan, 8) == (
        "Of 8 players only 2 would go on to the second stage, too few for it. Let more go on."
    )
