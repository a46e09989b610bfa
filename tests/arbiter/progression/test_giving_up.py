"""How tables of a round-robin count when somebody has given up."""

from __future__ import annotations

from dataclasses import replace

from arbiter.formats.groups import Fate, Withdrawal
from arbiter.pairing.tables.field import Sizes
from arbiter.progression.plan import Plan, RoundRobin
from arbiter.progression.prospects import standings_of
from arbiter.progression.situation import Counted, Resting, Situation, Why, scheduled
from arbiter.progression.standings import if_given_up
from arbiter.results import Ending, GameResult, OutcomeKind, SeatOutcome
from arbiter.standings.tables import league_points

PLAN = Plan(stages=(RoundRobin(at_once=False),), sizes=Sizes(4, frozenset({4})), scheme=league_points)


def in_turn(number: int, *players: int) -> Counted:
    """A table in which these came first, second and so on."""
    outcomes = tuple(
        SeatOutcome(player, seat, seat + 1, 50 - seat, OutcomeKind.PLAYED) for seat, player in enumerate(players)
    )
    return Counted(number, 1, GameResult(number, Ending.SCORED, outcomes))


def test_a_game_lost_by_forfeit_is_a_last_place_without_points_and_the_others_play_as_four() -> None:
    start = Situation(PLAN, (1, 2, 3, 4, 5), frozenset({1, 2, 3, 4, 5}), seed=1)
    tables = [one[0] for one in scheduled(start)]
    gone = tables[0][0]
    played = [in_turn(number, *table) for number, table in enumerate(tables[:3], start=1)]
    index = next(index for index, table in enumerate(tables) if index > 2 and gone in table)
    others = [player for player in tables[index] if player != gone]
    now = replace(start, done=index + 1, counted=(*played, in_turn(index + 1, *others)))
    found = if_given_up(now, gone)
    assert found is not None
    assert (found.rule, found.count(Fate.FORFEITED) + found.count(Fate.STANDS)) == (Withdrawal.KEEP, 4)
    rests = tuple(Resting(index + 1, player, Why.ABSENT) for player in (gone,))
    before = {row.entrant: row.values[0].amount for row in standings_of(replace(now, counted=tuple(played))).rows}
    after = standings_of(replace(now, rests=rests, gave_up={gone: Withdrawal.KEEP})).rows
    gained = {row.entrant: (row.values[0].amount or 0) - (before[row.entrant] or 0) for row in after}
    assert [gained[player] for player in (*others, gone)] == [10, 6, 3, 0]
    assert before[gone] == sum(league_points(4, table.index(gone) + 1, 1) for table in tables[:3] if gone in table)


def test_nothing_is_annulled_where_deals_are_compared() -> None:
    situation = Situation(replace(PLAN, is_duplicate=True), (1, 2, 3, 4, 5), frozenset(), seed=1)
    assert if_given_up(situation, 1) is None
