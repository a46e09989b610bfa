"""What is changed after a round was paired (a correction, an annulled table, somebody who leaves) stops no knockout."""

from __future__ import annotations

from dataclasses import replace

from arbiter.pairing.tables.field import Sizes
from arbiter.progression.courses import following
from arbiter.progression.knockouts import group_standings
from arbiter.progression.plan import Knockout, Plan, RoundRobin
from arbiter.progression.situation import Counted, Seated, Situation, Why

from .simulated import Simulated, best_seed_wins, result


def match_of_three(*points: list[int]) -> Situation:
    """A match of two, best of three, with games of these points, each in a round of its own."""
    plan = Plan(stages=(Knockout(best_of=3),), sizes=None)
    counted = tuple(
        Counted(number, 1, result(number, (1, 2), one), leg=number) for number, one in enumerate(points, start=1)
    )
    return Situation(plan, (1, 2), frozenset((1, 2)), 7, done=len(points), counted=counted)


def legs(situation: Situation) -> list[int]:
    return [table.leg for one in following(situation) for table in one.tables]


def test_no_game_of_a_match_begins_that_another_can_make_needless() -> None:
    assert legs(match_of_three()) == [1, 2]
    assert legs(match_of_three([9, 5])) == [2]
    assert legs(match_of_three([9, 5], [5, 9])) == [3]
    assert legs(match_of_three([7, 7])) == [2, 3]
    assert legs(match_of_three([7, 7], [7, 7])) == [3]
    assert legs(match_of_three([7, 7], [7, 7], [7, 7])) == [4]


def test_a_game_after_the_one_that_a_correction_made_the_last_counts_for_nothing() -> None:
    assert legs(match_of_three([7, 7], [7, 7], [7, 7], [9, 5], [5, 9])) == []


def test_annulled_results_move_nobody_out_of_his_group() -> None:
    plan = Plan(stages=(RoundRobin(2), Knockout(from_each=2)), sizes=None)
    tournament = Simulated(plan, 6, best_seed_wins)
    for one in following(tournament.situation):
        tournament.play(one)
    after = replace(tournament.situation, stage=1, before=tournament.situation.done)
    groups = [set(group) for group in group_standings(after)]
    assert list(map(len, groups)) == [3, 3]
    gone = groups[0] - {1}
    left = tuple(one for one in after.counted if not gone & {outcome.entrant for outcome in one.result.outcomes})
    annulled = replace(after, counted=left, here=after.here - gone)
    assert [set(group) for group in group_standings(annulled)] == groups
    assert following(annulled)


def test_a_round_stays_as_it_was_paired_whoever_comes_back_or_was_given_the_bye() -> None:
    plan = Plan(stages=(Knockout(),), sizes=Sizes(3, frozenset({3})))
    tournament = Simulated(plan, 7, best_seed_wins)
    tournament.situation = replace(tournament.situation, here=tournament.situation.here - {1})
    tournament.play(following(tournament.situation)[0])
    back = replace(tournament.situation, here=tournament.situation.here | {1})
    assert 1 not in seated(back)
    assert len(seated(back)) == len(set(seated(back))) > 0


def test_who_was_given_the_bye_by_hand_is_nowhere_twice() -> None:
    plan = Plan(stages=(Knockout(),), sizes=Sizes(3, frozenset({3})))
    tournament = Simulated(plan, 7, best_seed_wins)
    made = following(tournament.situation)[0]
    assert made.rests == ((1, Why.FREE),)
    swap = {1: 2, 2: 1}
    tables = tuple(Seated(tuple(swap.get(player, player) for player in table.players)) for table in made.tables)
    tournament.play(replace(made, tables=tables, rests=((2, Why.FREE),)))
    assert len(seated(tournament.situation)) == len(set(seated(tournament.situation))) > 0


def seated(situation: Situation) -> list[int]:
    return [player for one in following(situation) for table in one.tables for player in table.players]
