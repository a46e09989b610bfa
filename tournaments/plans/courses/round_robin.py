"""A round-robin: all rounds are known beforehand, in pairs by the Berger tables, at tables by the catalogue of schedules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.formats.apart import kept_apart
from tournaments.formats.groups import groups
from tournaments.kept import to_json
from tournaments.plans.fitting import legs_of, table_of
from tournaments.plans.plan import RoundRobin
from tournaments.plans.situation import NextRound, Seated, Situation, Why
from tournaments.schedules.berger import berger, double_berger
from tournaments.schedules.catalogue import schedule
from tournaments.schedules.rounds import in_rounds, parted
from tournaments.sentences import Sentence

Tables = Sequence[tuple[int, ...]]


def following(situation: Situation) -> tuple[NextRound, ...]:
    """All rounds at the start, or one after the other; none after the last.

    Raises a ScheduleError where there is no schedule for a group of this size.
    """
    form = situation.form
    assert isinstance(form, RoundRobin)
    rounds = all_rounds(situation)
    if form.at_once:
        return rounds if situation.in_stage == 0 else ()
    return rounds[situation.in_stage : situation.in_stage + 1]


def all_rounds(situation: Situation) -> tuple[NextRound, ...]:
    """Every round of the stage: the groups side by side. Who has left since the start is not seated any more."""
    form, plan = situation.form, situation.plan
    assert isinstance(form, RoundRobin)
    entrants = situation.entrants
    parted = groups_of(situation)
    of_groups = [_rounds(situation, members) for members in parted]
    label = 1 if form.groups > 1 else 0
    found, kept = [], to_json(situation)
    for index in range(max(map(len, of_groups))):
        tables = tuple(
            Seated(players, number if label else 0)
            for number, rounds in enumerate(of_groups, start=1)
            if index < len(rounds)
            for players in _present(rounds[index], situation, plan.least)
        )
        seated = {player for table in tables for player in table.players}
        rests = tuple((player, Why.FREE) for player in entrants if player not in seated)
        found.append(NextRound(tables, rests, _why(situation, parted), kept))
    return tuple(found)


def groups_of(situation: Situation) -> Tables:
    """Everybody in the groups of the stage, by a serpentine over the seeds, people who are kept apart in different ones."""
    form = situation.form
    assert isinstance(form, RoundRobin)
    if form.groups == 1:
        return (tuple(situation.entrants),)
    return kept_apart(groups(situation.entrants, form.groups), situation.apart)


def _rounds(situation: Situation, members: Sequence[int]) -> list[Tables]:
    """The rounds of one group, by the numbers of its members."""
    form, sizes = situation.form, situation.plan.sizes
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


def _present(tables: Tables, situation: Situation, least: int) -> Iterable[tuple[int, ...]]:
    """The tables without those who have left, as far as enough are there (formats.round_robin)."""
    for table in tables:
        here = tuple(player for player in table if player in situation.here)
        if len(here) >= least:
            yield here


def _why(situation: Situation, parted: Sequence[Sequence[int]]) -> tuple[Sentence, ...]:
    if situation.plan.in_pairs:
        said = Sentence("The Berger tables, in the order of the lots.")
    else:
        said = Sentence("The schedule for {players} players, in the order of the lots.", players=len(parted[0]))
    if len(parted) == 1:
        return (said,)
    return (Sentence("{groups} groups of nearly equal strength, by a serpentine.", groups=len(parted)), said)
