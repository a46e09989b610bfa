"""Final tables: one round among the best of each group, groups apart as far as can be."""

from __future__ import annotations

from arbiter.formats.groups import final_tables
from arbiter.kept import to_json
from arbiter.progression.courses.qualifying import group_standings
from arbiter.progression.plan import FinalTables
from arbiter.progression.situation import NextRound, Seated, Situation, Why
from arbiter.sentences import Sentence


def following(situation: Situation) -> tuple[NextRound, ...]:
    """The finals, once; none where too few are left for a table. Who is not there any more is followed by the next of his
    group."""
    form, sizes = situation.form, situation.plan.sizes
    assert isinstance(form, FinalTables)
    assert sizes is not None
    if situation.in_stage:
        return ()
    present = [[player for player in group if player in situation.here] for group in group_standings(situation)]
    present = [group for group in present if group]
    each = min([form.from_each, *map(len, present)])
    if not sizes.seats(each * len(present)):
        return ()
    tables = len(sizes.of(each * len(present)))
    found = final_tables(present, each, tables)
    why = Sentence("The top {number} of each group, with groups kept apart as far as possible.", number=each)
    if len(present) == 1:
        why = Sentence("The best {number} of the standings.", number=each)
    seated = {player for table in found for player in table}
    rests = tuple((player, Why.FREE) for player in situation.entrants if player not in seated)
    return (NextRound(tuple(Seated(table) for table in found), rests, (why,), to_json(situation)),)
