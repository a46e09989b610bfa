"""Who plays a later stage, from the standings of the stage before; in a first stage everybody does, by seed."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.formats.groups import qualified
from tournaments.plans.first_stage import of_first_stage
from tournaments.plans.plan import FinalTables, Knockout
from tournaments.plans.situation import Situation


def group_standings(situation: Situation) -> list[tuple[int, ...]]:
    """The players of each group of the first stage, the best first; of all where it had no groups. Equals stand by lot."""
    in_group: dict[int, int] = {}
    for one in situation.counted:
        if one.round_number <= situation.before:
            for outcome in one.result.outcomes:
                in_group[outcome.entrant] = one.group
    rows = of_first_stage(situation).rows
    order = sorted(rows, key=lambda row: (row.place, situation.lots.get(row.entrant, row.entrant)))
    found: dict[int, list[int]] = {}
    for row in order:
        if row.entrant in situation.here or row.entrant in in_group:
            found.setdefault(in_group.get(row.entrant, 0), []).append(row.entrant)
    return [tuple(found[group]) for group in sorted(found)]


def seeds_of(situation: Situation) -> tuple[tuple[int, ...], Mapping[int, int] | None]:
    """The seeds of the present stage, the best first, and the groups they come from."""
    form = situation.form
    assert isinstance(form, Knockout | FinalTables)
    if situation.stage == 0:
        return tuple(sorted(situation.entrants)), None
    found = group_standings(situation)
    each = form.from_each or min(map(len, found))
    home = {player: number for number, group in enumerate(found) for player in group}
    return qualified(found, each), home if len(found) > 1 else None
