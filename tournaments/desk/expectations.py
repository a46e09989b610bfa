"""What to expect of an event: from its plan and a number of players, before it starts. A Swiss is played ahead."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from tournaments.errors import TournamentError
from tournaments.pairing.forecast import Forecast, forecast_pairs, forecast_tables
from tournaments.plans.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss

USUAL = (8, 12, 16, 24)
"""Numbers of players that are looked at where nobody knows yet how many come."""

MOST_AHEAD = 108
"""With more players an event of as many is played ahead as leave the same rest: then sizes and byes are alike."""
SAME_REST = 60
ROUNDS_AHEAD = 56
"""Rounds of all events played ahead together: with many rounds fewer are played, so that none takes much longer."""


@dataclass(frozen=True, slots=True)
class Expected:
    """An event with so many players. `sizes` are those of the tables of the first round with how many there are, `games` is
    what somebody plays who is never out, `repeats` how many of his opponents he meets again at least; `usual` is how long
    it takes if games do, `longest` if every round needs all its time. `ahead` is what playing a Swiss ahead has shown."""

    players: int
    rounds: int
    sizes: tuple[tuple[int, int], ...]
    byes: int
    games: int
    repeats: int
    longest: timedelta
    usual: timedelta
    ahead: Forecast | None = None


def expected(plan: Plan, players: int, game: timedelta) -> Expected | None:
    """None where so few cannot play it. `game` is how long one usually takes."""
    try:
        sizes = _sizes(plan, players)
    except TournamentError:
        return None
    if not sizes or players < plan.least:
        return None
    rounds = sum(_rounds(plan, index, players) for index in range(len(plan.stages)))
    games = _games(plan, players)
    seated = max(sizes) - 1
    first = plan.stages[0]
    meetings = games * seated if isinstance(first, Swiss | RoundRobin) and not _in_pairs_robin(plan) else 0
    others = players - 1 if not isinstance(first, RoundRobin) else -(-players // first.groups) - 1
    all_at_once = isinstance(first, RoundRobin) and first.at_once
    in_a_row = rounds - (_rounds(plan, 0, players) - 1 if all_at_once else 0)
    ahead = played_ahead(plan, players)
    return Expected(
        players=players,
        rounds=rounds,
        sizes=tuple(sorted(((size, sizes.count(size)) for size in set(sizes)), reverse=True)),
        byes=ahead.byes if ahead else players - sum(sizes),
        games=games,
        repeats=max(0, meetings - others),
        longest=in_a_row * _round_time(plan) + (in_a_row - 1) * plan.between,
        usual=in_a_row * min(game, _round_time(plan)) + (in_a_row - 1) * plan.between,
        ahead=ahead,
    )


@lru_cache(maxsize=128)
def played_ahead(plan: Plan, players: int) -> Forecast | None:
    """The rounds of a Swiss played ahead, some tenths of a second at most, kept by the process; None for other forms."""
    stage = plan.stages[0]
    if not isinstance(stage, Swiss):
        return None
    if players > MOST_AHEAD:
        players = MOST_AHEAD - SAME_REST + 1 + (players - (MOST_AHEAD - SAME_REST + 1)) % SAME_REST
    samples = max(1, ROUNDS_AHEAD // stage.rounds)
    if plan.sizes is None:
        return forecast_pairs(players, stage.rounds, most_samples=samples)
    return forecast_tables(players, stage.rounds, plan.sizes, most_samples=samples)


def numbers(plan: Plan, entrants: int, most: int | None) -> list[int]:
    """For how many players to look: those who are there and the most there can be, else some usual numbers."""
    known = {number for number in (entrants, most) if number and number >= plan.least}
    return sorted(known | ({*USUAL} if entrants < plan.least else set()))


def _sizes(plan: Plan, players: int) -> tuple[int, ...]:
    return (2,) * (players // 2) if plan.sizes is None else plan.sizes.of(players)


def _round_time(plan: Plan) -> timedelta:
    return plan.round_time + (plan.closing.extension or timedelta(0))


def _in_pairs_robin(plan: Plan) -> bool:
    return plan.in_pairs and isinstance(plan.stages[0], RoundRobin)


def _rounds(plan: Plan, index: int, players: int) -> int:
    """Rounds of a stage; a knockout halves, at tables it leaves one of each."""
    stage = plan.stages[index]
    if isinstance(stage, Swiss):
        return stage.rounds
    if isinstance(stage, FinalTables):
        return 1
    if isinstance(stage, Knockout):
        left = players if index == 0 else stage.from_each * _groups(plan)
        by = 2 if plan.sizes is None else plan.sizes.preferred // stage.per_table
        rounds = 0
        while left > 1:
            left, rounds = -(-left // by), rounds + 1
        return rounds
    members = -(-players // stage.groups)
    if plan.in_pairs:
        return (members - 1 + members % 2) * stage.legs
    return stage.games * stage.legs


def _groups(plan: Plan) -> int:
    first = plan.stages[0]
    return first.groups if isinstance(first, RoundRobin) else 1


def _games(plan: Plan, players: int) -> int:
    first = plan.stages[0]
    if isinstance(first, RoundRobin) and plan.in_pairs:
        return (-(-players // first.groups) - 1) * first.legs
    if isinstance(first, Knockout):
        return _rounds(plan, 0, players) * first.best_of
    return _rounds(plan, 0, players)
