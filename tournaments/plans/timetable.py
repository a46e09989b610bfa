"""The games of a round-robin as they are known beforehand, whoever is there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.formats.groups import groups
from tournaments.plans.fitting import legs_of, table_of
from tournaments.plans.plan import RoundRobin
from tournaments.plans.situation import Situation
from tournaments.schedules.berger import berger, double_berger
from tournaments.schedules.catalogue import schedule

Tables = Sequence[tuple[int, ...]]


def grouped(situation: Situation) -> Sequence[tuple[int, ...]]:
    """The groups of the first stage, by the numbers of their members."""
    form = situation.plan.stages[0]
    assert isinstance(form, RoundRobin)
    return groups(situation.entrants, form.groups) if form.groups > 1 else (tuple(situation.entrants),)


def scheduled(situation: Situation) -> list[tuple[tuple[int, ...], ...]]:
    """The tables of every round of the first stage, everybody seated."""
    of_groups = [rounds_of(situation, members) for members in grouped(situation)]
    return [
        tuple(table for rounds in of_groups if index < len(rounds) for table in rounds[index])
        for index in range(max(map(len, of_groups)))
    ]


def rounds_of(situation: Situation, members: Sequence[int]) -> list[Tables]:
    """The rounds of one group, by the numbers of its members."""
    form, sizes = situation.plan.stages[0], situation.plan.sizes
    assert isinstance(form, RoundRobin)
    order = sorted(members, key=lambda player: situation.lots.get(player, player))
    if sizes is None:
        made = double_berger(len(order)) if form.legs == 2 else berger(len(order))
        return [
            [tuple(order[seat - 1] for seat in pair) for pair in pairs if max(pair) <= len(order)] for pairs in made
        ]
    tables = schedule(len(order), table_of(len(order), sizes), form.games, legs_of(form.legs)).tables
    return _parted(tuple(order[seat - 1] for seat in one) for one in tables)


def _parted(tables: Iterable[tuple[int, ...]]) -> list[Tables]:
    """Tables in as few rounds as the first that fits gives, nobody twice in a round."""
    rounds: list[list[tuple[int, ...]]] = []
    for table in tables:
        fitting = next((one for one in rounds if not any(set(table) & set(other) for other in one)), None)
        if fitting is None:
            rounds.append([table])
        else:
            fitting.append(table)
    return list(rounds)
