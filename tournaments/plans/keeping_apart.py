"""Who of those that should be kept apart cannot be, in this form and with so many players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from enum import Enum

from tournaments.plans.plan import Plan, RoundRobin, Swiss

Pair = tuple[int, int]


class Meeting(Enum):
    """What becomes of two who should be kept apart."""

    SURE = "sure"  # there are too few others, or too few tables
    POSSIBLE = "possible"  # the form does not look at it


def meetings(plan: Plan, players: int, apart: Collection[Pair]) -> Mapping[Pair, Meeting]:
    """Those of the pairs who are not kept apart; of whom nothing is said is."""
    first = plan.stages[0]
    if isinstance(first, Swiss):
        found = set(_in_pairs(first, players, apart) if plan.sizes is None else _at_tables(plan, players, apart))
        return {pair: Meeting.SURE for pair in apart if pair in found} | (
            {pair: Meeting.POSSIBLE for pair in apart if pair not in found} if len(plan.stages) > 1 else {}
        )
    everybody_meets = isinstance(first, RoundRobin) and first.groups == 1 and plan.in_pairs
    is_one_table = plan.sizes is not None and players in plan.sizes.allowed
    return dict.fromkeys(apart, Meeting.SURE if everybody_meets or is_one_table else Meeting.POSSIBLE)


def _in_pairs(form: Swiss, players: int, apart: Collection[Pair]) -> Iterator[Pair]:
    """Those of whom one has fewer others than there are rounds; a bye is a round without anybody."""
    kept = Counter(player for pair in apart for player in pair)
    for pair in apart:
        if any(form.rounds > players - 1 - kept[player] + players % 2 for player in pair):
            yield pair


def _at_tables(plan: Plan, players: int, apart: Collection[Pair]) -> Iterator[Pair]:
    """Those among whom more keep away from each other than there are tables."""
    assert plan.sizes is not None
    tables = len(plan.sizes.of(players)) if players >= plan.least else 1
    near: dict[int, set[int]] = {}
    for one, other in apart:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    table: dict[int, int] = {}
    for player in sorted(near, key=lambda one: (-len(near[one]), one)):
        taken = {table[other] for other in near[player] if other in table}
        table[player] = next((number for number in range(tables) if number not in taken), 0)
    for one, other in apart:
        if table[one] == table[other]:
            yield one, other
