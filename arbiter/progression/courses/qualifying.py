"""Who plays a later stage, from the standings of the stage before; in a first stage everybody does, by seed."""

from __future__ import annotations

from collections.abc import Mapping

from arbiter.formats.groups import qualified
from arbiter.progression.first_stage import of_first_stage
from arbiter.progression.plan import FinalTables, Knockout, RoundRobin
from arbiter.progression.situation import Situation
from arbiter.progression.timetable import grouped


def group_standings(situation: Situation) -> list[tuple[int, ...]]:
    """The players of each group of the first stage, the best first; of all who are here or have played where it had no groups.
    Equals stand by lot. Groups are those that were dealt: results that are annulled later move nobody out of them."""
    rows = of_first_stage(situation).rows
    order = sorted(rows, key=lambda row: (row.place, situation.lots.get(row.entrant, row.entrant)))
    if isinstance(situation.plan.stages[0], RoundRobin):
        dealt = [frozenset(members) for members in grouped(situation)]
    else:
        first = (one for one in situation.counted if one.round_number <= situation.before)
        dealt = [situation.here | {outcome.entrant for one in first for outcome in one.result.outcomes}]
    found = [tuple(row.entrant for row in order if row.entrant in members) for members in dealt]
    return [group for group in found if group]


def seeds_of(situation: Situation) -> tuple[tuple[int, ...], Mapping[int, int] | None]:
    """The seeds of the present stage, the best first, and the groups they come from."""
    form = situation.form
    assert isinstance(form, Knockout | FinalTables)
    if situation.stage == 0:
        return tuple(sorted(situation.entrants)), None
    found = group_standings(situation)
    smallest = min(map(len, found))
    each = min(form.from_each or smallest, smallest)
    home = {player: number for number, group in enumerate(found) for player in group}
    return qualified(found, each), home if len(found) > 1 else None
