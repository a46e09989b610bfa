"""A knockout at tables: the best of each table go on, with the best of the others where chairs are left, until one table
decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter.formats.apart import kept_apart
from arbiter.formats.tables_knockout import Table, advance, seeded_tables
from arbiter.kept import to_json
from arbiter.pairing.tables.sizes import Sizes
from arbiter.progression.courses.qualifying import seeds_of
from arbiter.progression.plan import Knockout
from arbiter.progression.situation import NextRound, Seated, Situation, Why
from arbiter.results.taken_up import for_knockout
from arbiter.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Level:
    """One round of the knockout: its tables, who had a bye, and who went on; empty while it is not over."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...]
    on: tuple[int, ...] = ()


def following(situation: Situation) -> tuple[NextRound, ...]:
    """The next round; none when one table has decided."""
    levels = so_far(situation)
    if len(levels) <= situation.in_stage:
        return ()
    last = levels[-1]
    why = (
        Sentence("Tables by a serpentine over the seeds, so that they are equally strong."),
        Sentence("The top {number} of each table advance.", number=_form(situation).per_table),
    )
    rests = tuple((player, Why.FREE) for player in last.byes)
    return (NextRound(tuple(Seated(table) for table in last.tables), rests, why, to_json(situation)),)


def so_far(situation: Situation) -> list[Level]:
    """Every round that was played, and the next one unless it is decided."""
    seeds, _ = seeds_of(situation)
    rank = {player: place for place, player in enumerate(seeds)}
    left = tuple(seeds)
    levels: list[Level] = []
    for number in range(situation.before + 1, situation.done + 2):
        left, byes = _still_in(situation, number, left)
        playing = tuple(player for player in left if player not in byes)
        if not situation.plan.seats(len(playing)):
            break
        tables = len(_sizes(situation).of(len(playing)))
        level = Level(kept_apart(seeded_tables(playing, tables), situation.apart), byes)
        if number > situation.done:
            return [*levels, level]
        left = tuple(sorted(_on(situation, number, level), key=rank.__getitem__))
        levels.append(Level(level.tables, byes, left))
        if len(level.tables) == 1 and not byes:
            break
    return levels


def _still_in(situation: Situation, number: int, left: Table) -> tuple[Table, Table]:
    """Who of those that had come so far was there when a round was paired, or is there now, and who of them has a bye in it. Of a
    round that was paired its rests tell, whatever has become of people since."""
    why = {one.player: one.why for one in situation.rests if one.round_number == number}
    if number > situation.done:
        left = tuple(player for player in left if player in situation.here)
    else:
        left = tuple(player for player in left if why.get(player) is not Why.ABSENT)
    if number <= situation.done and why:
        return left, tuple(player for player in left if why.get(player) is Why.FREE)
    seated = sum(_sizes(situation).of(len(left))) if situation.plan.seats(len(left)) else 0
    return left, left[: len(left) - seated]


def _on(situation: Situation, number: int, level: Level) -> Sequence[int]:
    """Who goes on from a round that is over: the first of each table, the best others, and who had a bye."""
    form, sizes = _form(situation), _sizes(situation)
    results = [one.result for one in situation.counted if one.round_number == number]
    outcomes = [for_knockout(result) for result in results]
    everybody = sum(len(result.outcomes) for result in results)
    sure = sum(place <= form.per_table for one in outcomes for place in one.places.values())
    wanted = max(sure, form.per_table * len(level.tables), sizes.preferred - len(level.byes))
    full = wanted + (-(wanted + len(level.byes))) % sizes.preferred
    better = {player: (-situation.lots.get(player, player),) for one in outcomes for player in one.places}
    total = min(full, everybody)
    found = advance(outcomes, per_table=min(form.per_table, everybody), total=total, better=better)
    return tuple(dict.fromkeys((*level.byes, *found.players)))


def _form(situation: Situation) -> Knockout:
    assert isinstance(situation.form, Knockout)
    return situation.form


def _sizes(situation: Situation) -> Sizes:
    assert situation.plan.sizes is not None
    return situation.plan.sizes
