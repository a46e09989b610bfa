"""What to expect of an event: from its plan and a number of players, before anybody has entered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from tournaments.errors import TournamentError
from tournaments.plans.plan import FinalTables, Knockout, Plan, RoundRobin, Swiss

USUAL = (8, 12, 16, 24)
"""Numbers of players that are looked at where nobody knows yet how many come."""


@dataclass(frozen=True, slots=True)
class Expected:
    """An event with so many players. `sizes` are those of the tables of the first round with how many there are, `games` is
    what somebody plays who is never out, `repeats` how many of his opponents he meets again at least."""

    players: int
    rounds: int
    sizes: tuple[tuple[int, int], ...]
    byes: int
    games: int
    repeats: int
    longest: timedelta


def expected(plan: Plan, players: int) -> Expected | None:
    """None where so few cannot play it."""
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
    return Expected(
        players=players,
        rounds=rounds,
        sizes=tuple(sorted(((size, sizes.count(size)) for size in set(sizes)), reverse=True)),
        byes=players - sum(sizes),
        games=games,
        repeats=max(0, meetings - others),
        longest=in_a_row * _round_time(plan) + (in_a_row - 1) * plan.between,
    )


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
    return stage.games


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
