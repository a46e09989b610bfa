"""Every form of a tournament goes from its first round to its end, also when people leave."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from arbiter.errors import PlanError
from arbiter.kept import from_json, to_json
from arbiter.pairing.tables.field import Sizes
from arbiter.progression import swiss
from arbiter.progression.courses import again, following
from arbiter.progression.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss
from arbiter.progression.situation import Situation
from tests.arbiter.progression.simulated import Simulated, best_seed_wins

PAIRS = Plan(sizes=None, bye=Fraction(1))
TABLES = Plan()


def meetings(tournament: Simulated) -> Counter[tuple[int, int]]:
    return Counter(
        (min(pair), max(pair))
        for one in tournament.rounds
        for table in one.tables
        for pair in combinations(table.players, 2)
    )


def of(plan: Plan, *stages: Swiss | RoundRobin | Knockout | FinalTables, **more: object) -> Plan:
    return replace(plan, stages=stages, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [3, 5, 8, 17, 32])
def test_a_swiss_at_tables_has_its_rounds(players: int) -> None:
    tournament = Simulated(of(TABLES, Swiss(4)), players)
    final = tournament.run()
    assert len(tournament.rounds) == 4
    assert sorted(row.entrant for row in final.rows) == list(range(1, players + 1))


@pytest.mark.parametrize("players", [2, 7, 16])
def test_a_swiss_in_pairs_has_its_rounds_also_where_the_rules_allow_no_pairing(players: int) -> None:
    tournament = Simulated(of(PAIRS, Swiss(5)), players)
    tournament.run()
    assert len(tournament.rounds) == 5


@pytest.mark.parametrize(("players", "legs"), [(6, 1), (7, 1), (6, 2), (2, 2)])
@pytest.mark.parametrize("at_once", [True, False])
def test_a_round_robin_in_pairs_lets_everybody_meet(players: int, legs: int, at_once: bool) -> None:
    tournament = Simulated(of(PAIRS, RoundRobin(legs=legs, at_once=at_once)), players)
    tournament.run()
    assert meetings(tournament) == dict.fromkeys(combinations(range(1, players + 1), 2), legs)


@pytest.mark.parametrize("players", [7, 9, 13])
def test_a_round_robin_at_tables_gives_everybody_the_stated_games(players: int) -> None:
    tournament = Simulated(of(TABLES, RoundRobin(games=4)), players)
    tournament.run()
    games = Counter(player for one in tournament.rounds for table in one.tables for player in table.players)
    assert set(games.values()) == {4}
    assert len(games) == players


def test_groups_send_their_best_to_final_tables() -> None:
    plan = of(TABLES, RoundRobin(groups=3, games=4), FinalTables(from_each=2), sizes=Sizes(4, frozenset({3, 4})))
    tournament = Simulated(plan, 21, best_seed_wins)
    final = tournament.run()
    last = tournament.rounds[-1]
    finalists = {player for table in last.tables for player in table.players}
    assert len(finalists) == 6
    assert {row.entrant for row in final.rows if row.place <= 6} == finalists
    assert final.rows[0].entrant == 1


@pytest.mark.parametrize(("players", "best_of"), [(2, 1), (8, 1), (11, 3), (16, 5)])
def test_a_knockout_in_pairs_is_won_by_the_best(players: int, best_of: int) -> None:
    tournament = Simulated(of(PAIRS, Knockout(best_of=best_of)), players, best_seed_wins)
    final = tournament.run()
    assert (final.rows[0].entrant, final.rows[0].place, final.rows[0].shared_by) == (1, 1, 1)
    assert final.rows[1].entrant == 2
    assert sum(len(one.tables) for one in tournament.rounds) == (players - 1) * ((best_of + 1) // 2)


def test_drawn_games_of_a_match_are_followed_by_others() -> None:
    tournament = Simulated(of(PAIRS, Knockout(best_of=3)), 2, lambda players, chance: [chance.choice([1, 2]), 1])
    final = tournament.run()
    assert final.rows[0].shared_by == 1


def test_who_leaves_a_knockout_loses_his_match() -> None:
    tournament = Simulated(of(PAIRS, Knockout()), 4, best_seed_wins, gone={2: [1]})
    assert tournament.run().rows[0].entrant == 2


@pytest.mark.parametrize("players", [4, 6, 12, 16, 29])
@pytest.mark.parametrize("per_table", [1, 2])
def test_a_knockout_at_tables_comes_down_to_one_table(players: int, per_table: int) -> None:
    tournament = Simulated(of(TABLES, Knockout(per_table=per_table)), players, best_seed_wins)
    final = tournament.run()
    assert len(tournament.rounds[-1].tables) == 1
    assert final.rows[0].entrant == 1
    sizes = [sum(len(table.players) for table in one.tables) for one in tournament.rounds]
    assert sizes == sorted(sizes, reverse=True)


def test_groups_send_their_best_to_a_knockout() -> None:
    plan = of(PAIRS, RoundRobin(groups=4), Knockout(from_each=2))
    tournament = Simulated(plan, 16, best_seed_wins)
    final = tournament.run()
    assert [row.entrant for row in final.rows[:2]] == [1, 2]
    quarter = next(one for one in tournament.rounds if not any(table.group for table in one.tables))
    assert len(quarter.tables) == 4


def test_people_leave_a_swiss_and_the_rest_goes_on() -> None:
    tournament = Simulated(of(TABLES, Swiss(4)), 12, gone={2: [3, 4], 3: [1]})
    tournament.run()
    assert sum(len(table.players) for table in tournament.rounds[-1].tables) == 9


def test_a_duplicate_tournament_is_decided_by_seats_compared() -> None:
    tournament = Simulated(of(TABLES, Swiss(3), is_duplicate=True), 16)
    final = tournament.run()
    assert final.codes == ("SHARE", "MARGIN")
    assert sum(row.values[0].amount or 0 for row in final.rows) == 8  # a half on average


@pytest.mark.parametrize(
    "stages",
    [
        (),
        (FinalTables(),),
        (Swiss(), Swiss()),
        (Knockout(), FinalTables()),
        (Swiss(), FinalTables(), Knockout()),
    ],
)
def test_stages_that_do_not_fit_are_refused(stages: tuple[Swiss | Knockout | FinalTables, ...]) -> None:
    with pytest.raises(PlanError):
        Plan(stages=stages)


def test_a_plan_can_be_kept() -> None:
    for plan in (PAIRS, TABLES, of(PAIRS, RoundRobin(groups=2), Knockout(3, from_each=2))):
        assert from_json(Plan, to_json(plan)) == plan


def test_a_round_robin_that_has_begun_goes_on_by_the_schedule_it_began_with() -> None:
    """Kept before there was a choice it says nothing of `fewest_rounds`, and its rounds are made again as they were."""
    plan, everybody = of(TABLES, RoundRobin(at_once=False, fewest_rounds=True)), tuple(range(1, 13))
    here = Situation(plan, everybody, frozenset(everybody), seed=0, done=1)
    (second,) = following(here)
    assert len(second.tables) == 3
    assert again(plan, plan.stages[0], second.made_from, 2) == second
    text = to_json(here)
    assert '"fewest_rounds":true,' in text
    old = from_json(Situation, text.replace('"fewest_rounds":true,', ""))
    assert len(swiss.all_rounds(old)) == 12
    assert [len(one.tables) for one in following(old)] == [1]
