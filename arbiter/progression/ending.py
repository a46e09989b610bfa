"""Whether a tournament ends as it was planned."""

from __future__ import annotations

from arbiter.progression.plan import FinalTables, Knockout, Swiss
from arbiter.progression.situation import Situation


def left_early(situation: Situation) -> bool:
    """Whether a tournament of which no round follows would have had another one if more people were left: a Swiss some
    of its rounds,
    a first stage the one after it. A knockout is over when it is decided."""
    form = situation.form
    if isinstance(form, Swiss) and situation.in_stage < form.rounds:
        return True
    return isinstance(form, FinalTables | Knockout) and situation.stage > 0 and not situation.in_stage
