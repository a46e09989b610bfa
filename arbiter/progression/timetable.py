"""The games of a round-robin as they are known beforehand, whoever is there."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.formats.apart import kept_apart
from arbiter.formats.groups import groups
from arbiter.progression.fitting import legs_of, table_of
from arbiter.progression.plan import RoundRobin
from arbiter.progression.situation import Situation
from arbiter.schedules.berger import berger, double_berger
from arbiter.schedules.catalogue import schedule
from arbiter.schedules.rounds import in_rounds, parted

Tables = Sequence[tuple[int, ...]]


def grouped(situation: Situation) -> Tables:
    """The groups of the first stage by the numbers of their members: by a serpentine over the seeds, people who are kept apart
    in different ones."""
    form = situation.plan.stages[0]
    assert isinstance(form, RoundRobin)
    if form.groups == 1:
        return (tuple(situation.entrants),)
    return kept_apart(
        groups(situation.entrants, form.groups), situation.apart_at_first if situation.stage else situation.apart
    )


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
    numbers = len(order), table_of(len(order), sizes), form.games, legs_of(form.legs)
    rounds = in_rounds(*numbers) if form.fewest_rounds else parted(schedule(*numbers).tables)
    return [[tuple(order[seat - 1] for seat in one) for one in tables] for tables in rounds]
