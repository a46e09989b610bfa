"""A round-robin: all rounds are known beforehand, in pairs by the Berger tables, at tables by the catalogue of schedules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arbiter.kept import to_json
from arbiter.progression.plan import RoundRobin
from arbiter.progression.situation import NextRound, Seated, Situation, Why
from arbiter.progression.timetable import Tables, grouped, rounds_of
from arbiter.sentences import Sentence


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
    entrants, parted = situation.entrants, grouped(situation)
    of_groups = [rounds_of(situation, members) for members in parted]
    label = 1 if len(parted) > 1 else 0
    found, kept = [], to_json(situation)
    for index in range(max(map(len, of_groups))):
        tables = tuple(
            Seated(players, number if label else 0)
            for number, rounds in enumerate(of_groups, start=1)
            if index < len(rounds)
            for players in _present(rounds[index], situation)
        )
        seated = {player for table in tables for player in table.players}
        rests = tuple(
            (player, Why.FREE if player in situation.here else Why.ABSENT)
            for player in entrants
            if player not in seated
        )
        found.append(NextRound(tables, rests, _why(situation, parted), kept))
    return tuple(found)


def _present(tables: Tables, situation: Situation) -> Iterable[tuple[int, ...]]:
    """The tables without those who are not here: the others play among themselves, and nobody alone."""
    for table in tables:
        here = tuple(player for player in table if player in situation.here)
        if len(here) > 1:
            yield here


def _why(situation: Situation, parted: Sequence[Sequence[int]]) -> tuple[Sentence, ...]:
    if situation.plan.in_pairs:
        said = Sentence("The Berger tables, in the order of the lots.")
    else:
        said = Sentence("The schedule for {players} players, in the order of the lots.", players=len(parted[0]))
    if len(parted) == 1:
        return (said,)
    return (Sentence("{groups} groups of nearly equal strength, by a serpentine.", groups=len(parted)), said)
